# The folders of the machine.
# Refused at the level: landlock
import os

from native import call

call("openat", -100, b"/", os.O_DIRECTORY, 0)
