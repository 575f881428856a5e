# A signal with data.
# Refused at the level: filter
import signal
import struct

from native import VICTIM, call

call("rt_sigqueueinfo", VICTIM, signal.SIGTERM, struct.pack("iii", signal.SIGTERM, 0, -1) + bytes(128))
