# Page faults, answered by the child.
# Refused at the level: filter
from native import call

call("userfaultfd", 1)
