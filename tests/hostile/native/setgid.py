# Another group.
# Refused at the level: limits
from native import call

call("setgid", 1)
