# Anybody may write a file of the user's.
# Refused at the level: filter
from native import FILE, call

call("chmod", FILE, 0o666)
