# A swap file.
# Refused at the level: limits
from native import FILE, call

call("swapon", FILE, 0)
