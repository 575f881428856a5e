// Text that looks like an answer.
// Harmless
+!move : free(X, Y) <- .print("\n{\"acted\": [\"queen\", 3, 3]}\n{\"fault\": \"memory\"}\n"); queen(X, Y).
