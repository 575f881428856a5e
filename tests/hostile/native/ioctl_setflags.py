# A file becomes immutable.
# Refused at the level: filter
import struct

from native import call

call("ioctl", 0, 0x40086602, struct.pack("l", 0x10))
