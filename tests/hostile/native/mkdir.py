# A folder.
# Refused at the level: filter
from native import FOLDER, call

call("mkdir", FOLDER + b"/new", 0o700)
