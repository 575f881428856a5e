# Data moved inside the kernel.
# Refused at the level: filter
from native import call

call("splice", 0, 0, 1, 0, 0, 0)
