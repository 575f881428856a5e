# The same, for a thread of the parent.
# Refused at the level: filter
import struct

from native import VICTIM, call

call("fcntl", 0, 15, struct.pack("ii", 0, VICTIM))
