# A listening address on an inherited descriptor.
# Refused at the level: filter
from native import MEMORY, call

call("bind", 0, MEMORY, 16)
