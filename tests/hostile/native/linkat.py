# A second name for a file, by the newer call.
# Refused at the level: filter
from native import FILE, call

call("linkat", -100, FILE, -100, FILE + b"2", 0)
