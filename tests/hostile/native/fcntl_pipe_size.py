# A pipe, made large.
# Refused at the level: filter
from native import call

call("fcntl", 1, 1031, 1 << 20)
