# The terminal is hung up.
# Refused at the level: limits
from native import call

call("vhangup")
