# A mount, made writable.
# Refused at the level: limits
from native import call

call("mount_setattr", -100, b"/", 0, bytes(32), 32)
