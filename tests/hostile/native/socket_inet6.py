# A TCP socket over IPv6.
# Refused at the level: filter
from native import call

call("socket", 10, 1, 0)
