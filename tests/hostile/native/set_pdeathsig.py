# The child wants to outlive its parent.
# Refused at the level: filter
from native import call

call("prctl", 1, 0, 0, 0, 0)
