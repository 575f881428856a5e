# Another folder.
# Refused at the level: filter
from native import call

call("chdir", b"/")
