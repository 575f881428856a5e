# The parent's priority in real time.
# Refused at the level: filter
from native import VICTIM, call

call("sched_setparam", VICTIM, bytes(4))
