# What the processor does, watched.
# Refused at the level: filter
from native import VICTIM, call

call("perf_event_open", bytes(128), VICTIM, -1, -1, 0)
