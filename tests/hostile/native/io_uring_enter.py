# The same queue, run.
# Refused at the level: filter
from native import call

call("io_uring_enter", 0, 0, 0, 0, 0, 0)
