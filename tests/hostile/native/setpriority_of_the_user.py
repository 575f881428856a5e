# All of the user's processes become slow.
# Refused at the level: filter
from native import call

call("setpriority", 2, 64999, 19)
