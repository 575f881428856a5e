# A file looks old, by the newest call.
# Refused at the level: filter
from native import FILE, call

call("utimensat", -100, FILE, 0, 0)
