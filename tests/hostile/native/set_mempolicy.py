# All memory at a chosen place.
# Refused at the level: filter
from native import call

call("set_mempolicy", 0, 0, 0)
