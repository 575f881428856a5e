// Another file, included before a plan, where the directive is left out.
// Harmless
{ include("/etc/passwd") } +!move : free(X, Y) <- queen(X, Y).
