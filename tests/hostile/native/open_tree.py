# A mount, copied.
# Refused at the level: limits
from native import call

call("open_tree", -100, b"/", 1)
