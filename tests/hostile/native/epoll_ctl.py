# Descriptors, watched.
# Refused at the level: filter
from native import MEMORY, call

call("epoll_ctl", 0, 1, 0, MEMORY)
