# The machine's clock.
# Refused at the level: limits
import struct

from native import call

call("settimeofday", 0, struct.pack("ii", 9999, 0))
