# An instruction, switched off.
# Refused at the level: filter
from native import call

call("arch_prctl", 0x1012, 1)
