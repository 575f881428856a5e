// Another file, included by a name before a plan, where the directive is left out.
// Harmless
{ include("@FOLDER@/file") } +!move : free(X, Y) <- queen(X, Y).
