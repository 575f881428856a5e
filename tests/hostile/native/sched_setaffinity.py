# The child chooses its processor.
# Refused at the level: filter
from native import call

call("sched_setaffinity", 0, 8, (1).to_bytes(8, "little"))
