# The machine's ports.
# Refused at the level: limits
from native import call

call("iopl", 3)
