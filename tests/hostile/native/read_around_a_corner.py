# A file of the user's, read by a path with dots.
# Refused at the level: landlock
from native import FILE, call

call("openat", -100, b"/usr/.." + FILE, 0, 0)
