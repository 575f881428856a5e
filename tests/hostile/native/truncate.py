# A file, emptied.
# Refused at the level: filter
from native import FILE, call

call("truncate", FILE, 0)
