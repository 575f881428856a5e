# More groups.
# Refused at the level: limits
import struct

from native import call

call("setgroups", 1, struct.pack("I", 1))
