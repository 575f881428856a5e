# The parent's memory, written.
# Refused at the level: filter
from native import MEMORY, VICTIM, call

call("process_vm_writev", VICTIM, MEMORY, 0, MEMORY, 0, 0)
