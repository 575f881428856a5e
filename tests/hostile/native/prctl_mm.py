# The child's memory map, rewritten.
# Refused at the level: filter
from native import call

call("prctl", 35, 1, 0, 0, 0)
