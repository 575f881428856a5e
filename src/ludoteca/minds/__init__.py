"""The minds: one folder for each school, found by its name in `schools`."""
