# A Unix socket.
# Refused at the level: filter
from native import call

call("socket", 1, 1, 0)
