# A key among the user's.
# Refused at the level: filter
from native import call

call("add_key", b"user", b"hostile", b"x", 1, -3)
