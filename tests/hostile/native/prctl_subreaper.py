# The child collects orphans.
# Refused at the level: filter
from native import call

call("prctl", 36, 1, 0, 0, 0)
