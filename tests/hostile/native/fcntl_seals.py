# A file, sealed.
# Refused at the level: filter
from native import call

call("fcntl", 1, 1033, 1)
