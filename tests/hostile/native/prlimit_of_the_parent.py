# The parent's limit of open files, lowered.
# Refused at the level: filter
import struct

from native import VICTIM, call

call("prlimit64", VICTIM, 7, struct.pack("QQ", 3, 3), 0)
