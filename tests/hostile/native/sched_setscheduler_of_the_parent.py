# The parent runs only when nothing else does.
# Refused at the level: filter
from native import VICTIM, call

call("sched_setscheduler", VICTIM, 5, bytes(4))
