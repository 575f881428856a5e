# System calls, redirected.
# Refused at the level: filter
from native import call

call("prctl", 59, 0, 0, 0, 0)
