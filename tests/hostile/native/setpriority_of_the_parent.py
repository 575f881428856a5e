# The parent becomes slow.
# Refused at the level: filter
from native import VICTIM, call

call("setpriority", 0, VICTIM, 19)
