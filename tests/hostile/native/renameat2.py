# Two files, exchanged.
# Refused at the level: filter
from native import FILE, call

call("renameat2", -100, FILE, -100, FILE + b"2", 0)
