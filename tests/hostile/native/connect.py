# A connection on an inherited descriptor.
# Refused at the level: filter
from native import MEMORY, call

call("connect", 0, MEMORY, 16)
