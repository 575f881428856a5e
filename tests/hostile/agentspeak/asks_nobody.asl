// A question that nobody answers.
// Loses: there is no agent called nobody
+!move <- .send(nobody, askOne, free(X, Y), Answer); queen(X, Y).
