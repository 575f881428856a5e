"""Ways to write a game's rules."""
