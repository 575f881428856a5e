# Another group, in all three ways.
# Refused at the level: limits
from native import call

call("setresgid", 1, 1, 1)
