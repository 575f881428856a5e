# A file looks old, by the newer call.
# Refused at the level: filter
from native import FILE, call

call("utimes", FILE, 0)
