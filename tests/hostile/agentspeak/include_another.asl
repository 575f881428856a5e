// Another file, included by a name.
// Harmless
{ include("@FOLDER@/file") }
+!move : free(X, Y) <- queen(X, Y).
