# A file system, opened.
# Refused at the level: limits
from native import call

call("fsopen", b"tmpfs", 0)
