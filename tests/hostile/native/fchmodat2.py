# The same, by the newest call.
# Refused at the level: filter
from native import FILE, call

call("fchmodat2", -100, FILE, 0o666, 0)
