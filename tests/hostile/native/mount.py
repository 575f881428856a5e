# A file system over a folder.
# Refused at the level: limits
from native import FOLDER, call

call("mount", b"none", FOLDER + b"/empty", b"tmpfs", 0, 0)
