# The messages of the kernel.
# Refused at the level: filter
from native import call

call("syslog", 10, 0, 0)
