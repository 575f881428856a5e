# Another user.
# Refused at the level: limits
from native import call

call("setuid", 1)
