# A file, removed by the newer call.
# Refused at the level: filter
from native import FILE, call

call("unlinkat", -100, FILE, 0)
