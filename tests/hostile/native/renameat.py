# A file, renamed by the newer call.
# Refused at the level: filter
from native import FILE, call

call("renameat", -100, FILE, -100, FILE + b"2")
