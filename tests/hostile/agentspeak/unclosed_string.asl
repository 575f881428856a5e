// A text that is never closed.
// Refused: syntax error
+!move : free(X, Y) <- .print("; queen(X, Y).
