# The machine's clock, by the newer call.
# Refused at the level: filter
import struct

from native import call

call("clock_settime", 0, struct.pack("qq", -1, 0))
