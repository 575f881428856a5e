# A descriptor taken out of the parent.
# Refused at the level: filter
from native import call

call("pidfd_getfd", 0, 0, 0)
