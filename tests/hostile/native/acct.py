# Accounting of processes.
# Refused at the level: limits
from native import call

call("acct", b"/nowhere/accounts")
