# A file of the user's, read.
# Refused at the level: landlock
from native import FILE, call

call("openat", -100, FILE, 0, 0)
