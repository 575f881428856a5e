# A pipe.
# Refused at the level: filter
from native import MEMORY, call

call("pipe2", MEMORY, 0)
