# The child's own limits, changed by the old call.
# Refused at the level: filter
import struct

from native import call

call("setrlimit", 4, struct.pack("QQ", 0, 0))
