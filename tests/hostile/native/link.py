# A second name for a file.
# Refused at the level: filter
from native import FILE, call

call("link", FILE, FILE + b"2")
