# A device: the machine's memory.
# Refused at the level: limits
from native import FOLDER, call

call("mknodat", -100, FOLDER + b"/new", 0o020600, 0x101)
