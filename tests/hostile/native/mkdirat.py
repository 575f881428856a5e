# A folder, by the newer call.
# Refused at the level: filter
from native import FOLDER, call

call("mkdirat", -100, FOLDER + b"/new", 0o700)
