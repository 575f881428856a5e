# A socket to the kernel.
# Refused at the level: filter
from native import call

call("socket", 16, 3, 0)
