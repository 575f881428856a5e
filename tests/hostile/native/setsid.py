# The child leaves the session in which it can be killed.
# Refused at the level: filter
from native import call

call("setsid")
