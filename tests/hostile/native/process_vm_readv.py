# The parent's memory, read.
# Refused at the level: filter
from native import MEMORY, VICTIM, call

call("process_vm_readv", VICTIM, MEMORY, 0, MEMORY, 0, 0)
