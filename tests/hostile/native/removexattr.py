# A file loses an attribute.
# Refused at the level: filter
from native import FILE, call

call("removexattr", FILE, b"user.hostile")
