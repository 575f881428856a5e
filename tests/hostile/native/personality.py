# Memory without random addresses.
# Refused at the level: filter
from native import call

call("personality", 0x0040000)
