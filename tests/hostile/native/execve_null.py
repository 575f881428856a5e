# execve with empty arguments, which a filter might take for the launcher's.
# Refused at the level: filter
from native import call

call("execve", 0, 0, 0)
