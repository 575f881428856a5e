# One of the machine's ports.
# Refused at the level: limits
from native import call

call("ioperm", 0x80, 1, 1)
