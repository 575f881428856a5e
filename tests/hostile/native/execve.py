# Another program in the place of this one.
# Refused at the level: filter
from native import MEMORY, call

call("execve", b"/nowhere/program", MEMORY, MEMORY)
