# The parent's memory, as a file.
# Refused at the level: landlock
from native import VICTIM, call

call("openat", -100, b"/proc/%d/mem" % VICTIM, 0, 0)
