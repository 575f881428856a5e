# Signal 0 to every process there is.
# Refused at the level: filter
from native import call

call("kill", -1, 0)
