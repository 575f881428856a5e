# The child as the parent's debugger.
# Refused at the level: filter
from native import VICTIM, call

call("ptrace", 0x4206, VICTIM, 0, 0)
