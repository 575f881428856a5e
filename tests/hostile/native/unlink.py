# A file, removed.
# Refused at the level: filter
from native import FILE, call

call("unlink", FILE)
