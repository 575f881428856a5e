# A page that is never swapped.
# Refused at the level: filter
from native import MEMORY, call

call("mlock", MEMORY, 4096)
