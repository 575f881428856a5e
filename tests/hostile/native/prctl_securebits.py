# Root's powers, switched on again.
# Refused at the level: limits
from native import call

call("prctl", 28, 0, 0, 0, 0)
