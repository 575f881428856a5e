# A socket to the kernel's cryptography.
# Refused at the level: filter
from native import call

call("socket", 38, 5, 0)
