# An inherited descriptor, emptied.
# Refused at the level: filter
from native import call

call("ftruncate", 1, 0)
