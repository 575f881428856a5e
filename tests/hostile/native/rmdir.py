# A folder, removed.
# Refused at the level: filter
from native import FOLDER, call

call("rmdir", FOLDER + b"/empty")
