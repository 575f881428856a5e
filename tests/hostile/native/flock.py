# A file, locked.
# Refused at the level: filter
from native import call

call("flock", 0, 2)
