# Data copied inside the kernel.
# Refused at the level: filter
from native import call

call("tee", 0, 1, 0, 0)
