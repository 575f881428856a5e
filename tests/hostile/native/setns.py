# Another process's namespace.
# Refused at the level: filter
from native import call

call("setns", 0, 0)
