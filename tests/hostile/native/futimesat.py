# A file looks old, by an even newer call.
# Refused at the level: filter
from native import FILE, call

call("futimesat", -100, FILE, 0)
