# A semaphore shared with others.
# Refused at the level: filter
from native import call

call("semget", 0x6C75646F, 1, 0)
