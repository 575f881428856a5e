# The parent is bound to one processor.
# Refused at the level: filter
from native import VICTIM, call

call("sched_setaffinity", VICTIM, 8, (1).to_bytes(8, "little"))
