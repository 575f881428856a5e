# A file gets another owner, by the newer call.
# Refused at the level: limits
from native import FILE, call

call("fchownat", -100, FILE, 1, 1, 0)
