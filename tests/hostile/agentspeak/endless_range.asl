// A condition without end.
// Loses: no end in sight
+!move : .range(X, 0, 1000000000000) & X < 0 <- queen(0, 0).
