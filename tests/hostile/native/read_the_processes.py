# The processes of the machine.
# Refused at the level: landlock
import os

from native import call

call("openat", -100, b"/proc", os.O_DIRECTORY, 0)
