# The child hides from its parent.
# Refused at the level: filter
from native import call

call("prctl", 4, 0, 0, 0, 0)
