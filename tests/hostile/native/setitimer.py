# An alarm clock.
# Refused at the level: filter
import struct

from native import MEMORY, call

call("setitimer", 2, struct.pack("4q", 0, 0, 0, 0), MEMORY)
