# A part of a file, locked.
# Refused at the level: filter
import fcntl

from native import call

call("fcntl", 0, fcntl.F_SETLK, bytes(32))
