# An inherited descriptor, written at a place.
# Refused at the level: filter
from native import MEMORY, call

call("pwrite64", 1, MEMORY, 1, 0)
