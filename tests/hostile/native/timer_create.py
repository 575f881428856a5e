# A timer that signals.
# Refused at the level: filter
from native import MEMORY, call

call("timer_create", 0, 0, MEMORY)
