# Changes of files, watched.
# Refused at the level: filter
from native import call

call("inotify_init1", 0)
