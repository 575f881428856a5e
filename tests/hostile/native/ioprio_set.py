# The parent's reading becomes slow.
# Refused at the level: filter
from native import VICTIM, call

call("ioprio_set", 1, VICTIM, 3 << 13)
