"""Plan validation: every plan is replayed by the task's own referee and by an independent interpreter."""
