# Another filter on top.
# Refused at the level: filter
from native import MEMORY, call

call("seccomp", 2, 0, MEMORY)
