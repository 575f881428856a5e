# Signals are switched on for the pipe.
# Refused at the level: filter
import fcntl
import os

from native import call

call("fcntl", 0, fcntl.F_SETFL, os.O_ASYNC)
