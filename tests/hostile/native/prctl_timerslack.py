# Timers become late.
# Refused at the level: filter
from native import call

call("prctl", 29, 1000000, 0, 0, 0)
