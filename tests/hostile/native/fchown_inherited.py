# An inherited descriptor gets another owner.
# Refused at the level: filter
from native import call

call("fchown", 1, -1, -1)
