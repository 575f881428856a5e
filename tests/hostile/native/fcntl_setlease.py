# A lease: whoever opens the file waits for us.
# Refused at the level: filter
import fcntl

from native import call

call("fcntl", 0, fcntl.F_SETLEASE, fcntl.F_RDLCK)
