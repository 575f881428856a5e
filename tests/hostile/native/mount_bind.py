# A folder over another.
# Refused at the level: limits
from native import FOLDER, call

call("mount", FOLDER + b"/empty", FOLDER + b"/empty", 0, 4096, 0)
