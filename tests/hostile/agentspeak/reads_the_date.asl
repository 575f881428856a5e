// The date.
// Loses: it did not move
+!move : free(X, Y) <- .date(Y, M, D); queen(X, Y).
