# The call to create a file.
# Refused at the level: filter
from native import FOLDER, call

call("creat", FOLDER + b"/new", 0o600)
