// Another file, included by a name.
// Refused: is not allowed
{ include("@FOLDER@/file") }
+!move : free(X, Y) <- queen(X, Y).
