# Memory given to a pipe.
# Refused at the level: filter
from native import MEMORY, call

call("vmsplice", 1, MEMORY, 0, 0)
