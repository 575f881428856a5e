// A number that does not fit into memory.
// Loses: this cannot be computed
+!move : size(S) <- X = S ** S ** S ** S; queen(X, X).
