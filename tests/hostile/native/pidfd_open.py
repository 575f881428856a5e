# A descriptor of the parent.
# Refused at the level: filter
from native import VICTIM, call

call("pidfd_open", VICTIM, 0)
