# The owner of signals, set by ioctl.
# Refused at the level: filter
import struct

from native import VICTIM, call

call("ioctl", 0, 0x8901, struct.pack("i", VICTIM))
