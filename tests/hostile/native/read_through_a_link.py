# A file of the user's, read by a link in a folder that can be read.
# Refused at the level: landlock
from native import FILE, call

call("openat", -100, b"/proc/self/root" + FILE, 0, 0)
