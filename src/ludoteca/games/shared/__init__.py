"""Code shared by several games; this folder is not a game."""
