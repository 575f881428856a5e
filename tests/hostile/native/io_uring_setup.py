# A queue of calls that no filter sees.
# Refused at the level: filter
from native import call

call("io_uring_setup", 1, bytes(120))
