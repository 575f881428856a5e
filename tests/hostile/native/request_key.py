# A key of the user's.
# Refused at the level: filter
from native import call

call("request_key", b"user", b"hostile", 0, -3)
