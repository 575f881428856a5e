// The whole system, stopped.
// Refused: there is no internal action .stopMAS/0
+!move : free(X, Y) <- .stopMAS; queen(X, Y).
