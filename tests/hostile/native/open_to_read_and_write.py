# A file of the user's, opened to read and write.
# Refused at the level: filter
import os

from native import FILE, call

call("openat", -100, FILE, os.O_RDWR, 0)
