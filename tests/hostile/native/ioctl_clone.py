# A file is copied over another.
# Refused at the level: filter
from native import call

call("ioctl", 1, 0x40049409, 0)
