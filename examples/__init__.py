"""Examples: each a file that runs."""
