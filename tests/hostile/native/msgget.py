# A queue of messages shared with others.
# Refused at the level: filter
from native import call

call("msgget", 0x6C75646F, 0)
