# Memory that even the kernel cannot read.
# Refused at the level: filter
from native import call

call("memfd_secret", 0)
