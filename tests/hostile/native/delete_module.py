# A module of the kernel, removed.
# Refused at the level: limits
from native import call

call("delete_module", b"no_such_module_here", 0x800)
