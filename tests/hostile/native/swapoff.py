# A swap file, removed.
# Refused at the level: limits
from native import FILE, call

call("swapoff", FILE)
