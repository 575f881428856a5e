// Chance that is not the game's.
// Refused: there is no internal action .set_random_seed/1
+!move : free(X, Y) <- .set_random_seed(1); queen(X, Y).
