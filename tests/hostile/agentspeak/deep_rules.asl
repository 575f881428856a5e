// Rules within rules.
// Loses: too deep
deep(X) :- deep(X + 1).
+!move : deep(0) <- queen(0, 0).
