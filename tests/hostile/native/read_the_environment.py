# The parent's environment, with its secrets.
# Refused at the level: landlock
from native import VICTIM, call

call("openat", -100, b"/proc/%d/environ" % VICTIM, 0, 0)
