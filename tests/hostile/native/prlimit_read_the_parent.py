# The parent's limits, read.
# Refused at the level: filter
from native import MEMORY, VICTIM, call

call("prlimit64", VICTIM, 7, 0, MEMORY)
