# A file of the user's, opened to append.
# Refused at the level: filter
import os

from native import FILE, call

call("openat", -100, FILE, os.O_APPEND | os.O_WRONLY, 0)
