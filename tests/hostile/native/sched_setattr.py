# The parent's scheduling, by the newest call.
# Refused at the level: filter
import struct

from native import VICTIM, call

call("sched_setattr", VICTIM, struct.pack("IIQiIQQQ", 48, 5, 0, 0, 0, 0, 0, 0), 0)
