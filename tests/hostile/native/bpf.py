# A program in the kernel.
# Refused at the level: filter
import struct

from native import call

call("bpf", 0, struct.pack("5I", 2, 4, 4, 1, 0) + bytes(100), 72)
