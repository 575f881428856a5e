// A namespace from a file.
// Refused: is not allowed
{ namespace(a, local) }
{ include("@FOLDER@/file", a) }
+!move : free(X, Y) <- queen(X, Y).
