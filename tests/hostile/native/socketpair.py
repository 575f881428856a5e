# A pair of sockets.
# Refused at the level: filter
from native import MEMORY, call

call("socketpair", 1, 1, 0, MEMORY)
