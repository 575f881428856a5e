# The machine's domain gets another name.
# Refused at the level: limits
from native import call

call("setdomainname", b"hostile", -1)
