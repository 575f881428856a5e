# The speed of the machine's clock.
# Refused at the level: filter
from native import call

call("adjtimex", bytes(512))
