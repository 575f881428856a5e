# A counter as a descriptor.
# Refused at the level: filter
from native import call

call("eventfd2", 0, 0)
