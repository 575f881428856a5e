# Every use of every file, watched.
# Refused at the level: filter
from native import call

call("fanotify_init", 0, 0)
