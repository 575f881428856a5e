# A mount, moved.
# Refused at the level: limits
from native import FOLDER, call

call("move_mount", -1, b"", -100, FOLDER, 4)
