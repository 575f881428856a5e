// A number that does not fit into memory.
// Loses: the result of an arithmetic expression is too large
+!move : size(S) <- X = S ** S ** S ** S; queen(X, X).
