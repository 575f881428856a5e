# A signal when a folder changes.
# Refused at the level: filter
import fcntl

from native import call

call("fcntl", 0, fcntl.F_NOTIFY, 1)
