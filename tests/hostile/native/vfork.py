# A second process that shares memory until it ends.
# Refused at the level: filter
import os

from native import call

if call("clone", 0x4111, 0, 0, 0, 0) == 0:
    os._exit(0)
