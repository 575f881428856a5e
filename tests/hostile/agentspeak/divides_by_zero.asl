// A division by zero.
// Refused: division by zero
+!move <- X = 1 / 0; queen(X, X).
