# The user's keys.
# Refused at the level: filter
from native import call

call("keyctl", 0, -3, 0, 0, 0)
