# A part of a file, copied.
# Refused at the level: filter
from native import call

call("copy_file_range", 0, 0, 1, 0, 0, 0)
