# The machine is restarted (with a number that no kernel takes).
# Refused at the level: limits
from native import call

call("reboot", 0, 0, 0, 0)
