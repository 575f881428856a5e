# A link to a file, by the newer call.
# Refused at the level: filter
from native import FILE, call

call("symlinkat", FILE, -100, FILE + b"2")
