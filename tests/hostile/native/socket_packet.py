# A socket that hears every packet.
# Refused at the level: filter
from native import call

call("socket", 17, 3, 0)
