# Signals are switched on by ioctl.
# Refused at the level: filter
import struct

from native import call

call("ioctl", 0, 0x5452, struct.pack("i", 1))
