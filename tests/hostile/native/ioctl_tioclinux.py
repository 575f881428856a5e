# The selection of the console, pasted.
# Refused at the level: filter
from native import call

call("ioctl", 0, 0x541C, b"\x02" + bytes(16))
