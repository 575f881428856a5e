// A coordinate without end.
// Loses: it did not move
+!move <- X = 10 ** 300; queen(X, 0).
