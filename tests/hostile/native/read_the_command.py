# The parent's command line.
# Refused at the level: landlock
from native import VICTIM, call

call("openat", -100, b"/proc/%d/cmdline" % VICTIM, 0, 0)
