# Addresses of the kernel, compared.
# Refused at the level: filter
from native import VICTIM, call

call("kcmp", VICTIM, VICTIM, 0, 0, 0)
