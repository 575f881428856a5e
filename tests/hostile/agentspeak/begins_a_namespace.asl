// A namespace from a file.
// Harmless
{ namespace(a, local) }
{ include("@FOLDER@/file", a) }
+!move : free(X, Y) <- queen(X, Y).
