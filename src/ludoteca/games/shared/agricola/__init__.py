"""Code shared by the Agricola games: the board model, and the modules that draw it."""
