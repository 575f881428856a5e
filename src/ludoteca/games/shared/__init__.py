"""Code that several games share; this folder is no game."""
