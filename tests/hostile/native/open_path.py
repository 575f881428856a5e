# A handle to a folder that cannot be read.
# Refused at the level: filter
import os

from native import FOLDER, call

call("openat", -100, FOLDER, os.O_PATH, 0)
