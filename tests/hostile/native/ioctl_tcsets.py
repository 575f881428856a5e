# The terminal, set up.
# Refused at the level: filter
from native import call

call("ioctl", 0, 0x5402, bytes(64))
