// A text that doubles.
// Loses: memory (slow)
+!move <- +s("xxxxxxxxxxxxxxxx"); while (s(X)) { .concat(X, X, Y); -+s(Y) }.
