# Signal 0 to one's own group of processes.
# Refused at the level: filter
from native import call

call("kill", 0, 0)
