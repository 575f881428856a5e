# Another user for files.
# Refused at the level: filter
from native import call

call("setfsuid", 1)
