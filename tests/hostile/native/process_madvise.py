# The parent's memory, sent to swap.
# Refused at the level: filter
from native import MEMORY, call

call("process_madvise", 0, MEMORY, 0, 20, 0)
