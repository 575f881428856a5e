# A second process, made like a thread.
# Refused at the level: filter
import os

from native import call

if call("clone", 17, 0, 0, 0, 0) == 0:
    os._exit(0)
