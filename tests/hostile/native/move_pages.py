# The parent's memory, moved.
# Refused at the level: filter
from native import VICTIM, call

call("move_pages", VICTIM, 0, 0, 0, 0, 0)
