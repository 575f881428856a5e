# A link to a file.
# Refused at the level: filter
from native import FILE, call

call("symlink", FILE, FILE + b"2")
