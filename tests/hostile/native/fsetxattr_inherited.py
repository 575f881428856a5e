# An inherited descriptor gets an attribute.
# Refused at the level: filter
from native import call

call("fsetxattr", 1, b"user.hostile", b"1", 1, 0)
