# A socket to the host of a virtual machine.
# Refused at the level: filter
from native import call

call("socket", 40, 1, 0)
