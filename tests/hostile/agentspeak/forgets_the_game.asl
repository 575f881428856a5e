// All percepts, forgotten.
// Harmless
+!move <- .abolish(free(_, _)); ?free(X, Y); queen(X, Y).
