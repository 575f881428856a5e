# Waiting for a process that should not exist.
# Refused at the level: filter
from native import MEMORY, call

call("wait4", -1, MEMORY, 1, MEMORY)
