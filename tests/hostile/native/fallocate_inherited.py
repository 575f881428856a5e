# An inherited descriptor, made large.
# Refused at the level: filter
from native import call

call("fallocate", 1, 0, 0, 1 << 20)
