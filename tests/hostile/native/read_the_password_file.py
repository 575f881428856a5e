# The users of the machine.
# Refused at the level: landlock
from native import call

call("openat", -100, b"/etc/passwd", 0, 0)
