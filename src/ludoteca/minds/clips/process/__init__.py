"""The child process of a CLIPS mind: the environment, the facts of the game, and the journal of firings."""
