# A file of the user's, emptied by opening it to read.
# Refused at the level: filter
import os

from native import FILE, call

call("openat", -100, FILE, os.O_TRUNC, 0)
