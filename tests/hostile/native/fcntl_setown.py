# The kernel is asked to signal the parent when the pipe is ready.
# Refused at the level: filter
import fcntl

from native import VICTIM, call

call("fcntl", 0, fcntl.F_SETOWN, VICTIM)
