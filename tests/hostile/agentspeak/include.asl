// Another file, included.
// Refused: is not allowed
{ include("/etc/passwd") }
+!move : free(X, Y) <- queen(X, Y).
