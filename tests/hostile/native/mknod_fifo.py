# A pipe with a name.
# Refused at the level: filter
from native import FOLDER, call

call("mknodat", -100, FOLDER + b"/new", 0o010600, 0)
