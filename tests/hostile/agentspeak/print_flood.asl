// Output without end.
// Harmless (slow)
+!move : free(X, Y) <- for (.range(I, 0, 50000)) { .print("spam spam spam spam spam spam spam spam spam spam spam ", I) }; queen(X, Y).
