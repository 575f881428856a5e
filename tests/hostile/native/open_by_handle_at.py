# A file opened by its handle, past every folder.
# Refused at the level: limits
import struct

from native import call

call("open_by_handle_at", 0, struct.pack("Ii", 8, 1) + bytes(8), 0)
