# A named queue of messages.
# Refused at the level: filter
from native import call

call("mq_open", b"ludoteca_hostile", 0, 0, 0)
