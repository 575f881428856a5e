# A file, renamed.
# Refused at the level: filter
from native import FILE, call

call("rename", FILE, FILE + b"2")
