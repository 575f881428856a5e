# Another set of rules for files.
# Refused at the level: filter
from native import call

call("landlock_create_ruleset", 0, 0, 1)
