// A range that goes the wrong way.
// Loses: no plan for +!move is applicable
+!move : .range(X, 10, 0) <- queen(X, X).
