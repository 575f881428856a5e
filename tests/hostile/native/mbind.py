# Memory at a chosen place.
# Refused at the level: filter
from native import MEMORY, call

call("mbind", MEMORY, 4096, 0, 0, 0, 0)
