# An inherited descriptor looks old.
# Refused at the level: filter
from native import call

call("utimensat", 1, 0, 0, 0)
