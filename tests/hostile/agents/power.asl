+!move : size(S) <- X = S ** S ** S ** S; queen(X, X).
