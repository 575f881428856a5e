# A timer as a descriptor.
# Refused at the level: filter
from native import call

call("timerfd_create", 1, 0)
