# The handle of a file.
# Refused at the level: filter
import struct

from native import FILE, MEMORY, call

call("name_to_handle_at", -100, FILE, struct.pack("Ii", 128, 0) + bytes(128), MEMORY, 0)
