# A UDP socket.
# Refused at the level: filter
from native import call

call("socket", 2, 2, 0)
