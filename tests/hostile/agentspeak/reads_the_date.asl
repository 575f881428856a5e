// The date.
// Refused: there is no internal action .date/3
+!move : free(X, Y) <- .date(Y, M, D); queen(X, Y).
