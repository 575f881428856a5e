# The child's own limits, changed.
# Refused at the level: filter
import struct

from native import call

call("prlimit64", 0, 7, struct.pack("QQ", 10, 10), 0)
