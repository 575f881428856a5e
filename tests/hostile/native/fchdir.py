# Another folder, by a descriptor.
# Refused at the level: filter
from native import call

call("fchdir", 0)
