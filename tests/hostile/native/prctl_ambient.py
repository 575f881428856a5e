# Capabilities for executed programs.
# Refused at the level: limits
from native import call

call("prctl", 47, 2, 21, 0, 0)
