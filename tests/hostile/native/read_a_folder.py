# A folder of the user's, listed.
# Refused at the level: landlock
import os

from native import FOLDER, call

call("openat", -100, FOLDER, os.O_DIRECTORY, 0)
