# A file sent into a pipe.
# Refused at the level: filter
from native import call

call("sendfile", 1, 0, 0, 0)
