# Another kernel.
# Refused at the level: limits
from native import call

call("kexec_load", 0, 17, 0, 0)
