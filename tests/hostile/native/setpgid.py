# The child leaves the group in which it can be killed.
# Refused at the level: filter
from native import call

call("setpgid", 0, 0)
