# Anybody may write an inherited descriptor.
# Refused at the level: filter
from native import call

call("fchmod", 1, 0o666)
