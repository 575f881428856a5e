# A message with a descriptor in it.
# Refused at the level: filter
from native import MEMORY, call

call("sendmsg", 1, MEMORY, 0)
