# A program executed by its descriptor.
# Refused at the level: filter
from native import MEMORY, call

call("execveat", -1, b"/nowhere/program", MEMORY, MEMORY, 0)
