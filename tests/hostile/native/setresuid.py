# Another user, in all three ways.
# Refused at the level: limits
from native import call

call("setresuid", 1, 1, 1)
