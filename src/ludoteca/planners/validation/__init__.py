"""Validation of plans: every plan is validated twice, by the task's own referee and by an independent interpreter."""
