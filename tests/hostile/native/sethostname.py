# The machine gets another name.
# Refused at the level: limits
from native import call

call("sethostname", b"hostile", -1)
