"""The planners: one module each, found by its name."""
