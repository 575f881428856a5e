# The old call to open a file.
# Refused at the level: filter
import os

from native import FILE, call

call("open", FILE, os.O_WRONLY, 0)
