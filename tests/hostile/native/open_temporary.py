# A new file without a name.
# Refused at the level: filter
import os

from native import FOLDER, call

call("openat", -100, FOLDER, os.O_TMPFILE | os.O_RDWR, 0o600)
