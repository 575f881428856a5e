# A second process.
# Refused at the level: filter
import os

from native import call

if call("fork") == 0:
    os._exit(0)
