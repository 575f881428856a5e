// Chance is the game's.
// Harmless
+!move : .findall(p(X, Y), free(X, Y), L) <- .shuffle(L, M); .nth(0, M, p(A, B)); .random(R); queen(A, B).
