# A file looks old.
# Refused at the level: filter
from native import FILE, call

call("utime", FILE, 0)
