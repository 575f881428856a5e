# A descriptor that swallows signals.
# Refused at the level: filter
from native import call

call("signalfd4", -1, bytes(8), 8, 0)
