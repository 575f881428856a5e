# A mount namespace of one's own.
# Refused at the level: limits
from native import call

call("unshare", 0x00020000)
