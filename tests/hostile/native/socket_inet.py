# A TCP socket.
# Refused at the level: filter
from native import call

call("socket", 2, 1, 0)
