// The clock is the agent's own.
// Harmless
+!move : free(X, Y) <- .time(H, M, S); queen(X, Y).
