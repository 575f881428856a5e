# The parent as a debugger.
# Refused at the level: filter
from native import call

call("ptrace", 0, 0, 0, 0)
