# Another root.
# Refused at the level: limits
from native import FOLDER, call

call("pivot_root", FOLDER, FOLDER)
