# The new call to open a file, whose flags no filter sees.
# Refused at the level: filter
import os
import struct

from native import FILE, call

call("openat2", -100, FILE, struct.pack("QQQ", os.O_WRONLY, 0, 0), 24)
