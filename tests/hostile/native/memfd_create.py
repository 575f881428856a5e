# A file in memory, to be executed.
# Refused at the level: filter
from native import call

call("memfd_create", b"program", 0)
