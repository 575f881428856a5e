# A signal with data, to a thread.
# Refused at the level: filter
import signal
import struct

from native import VICTIM, call

call("rt_tgsigqueueinfo", VICTIM, VICTIM, signal.SIGTERM, struct.pack("iii", signal.SIGTERM, 0, -1) + bytes(128))
