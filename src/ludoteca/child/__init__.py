"""Child processes with limits, for everything that could hang, crash or do harm.

`client` and `server` are the two ends of the one protocol they all speak. Nothing is imported here: a child process
that serves needs no more than `server`.
"""
