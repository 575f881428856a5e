// Another file, included.
// Harmless
{ include("/etc/passwd") }
+!move : free(X, Y) <- queen(X, Y).
