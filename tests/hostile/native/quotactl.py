# Quotas of the disk.
# Refused at the level: filter
from native import call

call("quotactl", 0x80000200, b"/dev/nothing", 0, 0)
