# A user namespace of one's own, with all capabilities.
# Refused at the level: filter
from native import call

call("unshare", 0x10000000)
