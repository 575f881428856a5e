# A link gets another owner.
# Refused at the level: limits
from native import FILE, call

call("lchown", FILE, 1, 1)
