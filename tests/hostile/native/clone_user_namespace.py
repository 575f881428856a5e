# A process that is root in a namespace of its own.
# Refused at the level: filter
import os

from native import call

if call("clone", 0x10000011, 0, 0, 0, 0) == 0:
    os._exit(0)
