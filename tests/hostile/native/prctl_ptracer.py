# Anybody may debug the child.
# Refused at the level: filter
from native import call

call("prctl", 0x59616D61, -1, 0, 0, 0)
