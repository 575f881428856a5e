# A file gets an attribute.
# Refused at the level: filter
from native import FILE, call

call("setxattr", FILE, b"user.hostile", b"1", 1, 0)
