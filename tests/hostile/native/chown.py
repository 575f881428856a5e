# A file gets another owner.
# Refused at the level: limits
from native import FILE, call

call("chown", FILE, 1, 1)
