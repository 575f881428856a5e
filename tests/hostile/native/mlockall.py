# Memory that is never swapped.
# Refused at the level: filter
from native import call

call("mlockall", 2)
