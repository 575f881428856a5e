# The same, by the newer call.
# Refused at the level: filter
from native import FILE, call

call("fchmodat", -100, FILE, 0o666)
