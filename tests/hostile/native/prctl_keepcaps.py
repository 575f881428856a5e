# Capabilities, kept.
# Refused at the level: filter
from native import call

call("prctl", 8, 1, 0, 0, 0)
