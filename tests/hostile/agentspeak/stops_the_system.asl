// The whole system, stopped.
// Loses: it did not move
+!move : free(X, Y) <- .stopMAS; queen(X, Y).
