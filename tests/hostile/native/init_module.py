# A module of the kernel.
# Refused at the level: limits
from native import MEMORY, call

call("init_module", MEMORY, 0, b"")
