# A new file.
# Refused at the level: filter
import os

from native import FOLDER, call

call("openat", -100, FOLDER + b"/new", os.O_CREAT, 0o600)
