# Memory shared with others.
# Refused at the level: filter
from native import call

call("shmget", 0x6C75646F, 4096, 0)
