# The signal that the kernel sends becomes SIGKILL.
# Refused at the level: filter
import fcntl
import signal

from native import call

call("fcntl", 0, fcntl.F_SETSIG, signal.SIGKILL)
