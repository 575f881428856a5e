# A file system, taken away.
# Refused at the level: limits
from native import FOLDER, call

call("umount2", FOLDER, 2)
