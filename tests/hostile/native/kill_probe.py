# Whether the parent lives.
# Refused at the level: filter
from native import VICTIM, call

call("kill", VICTIM, 0)
