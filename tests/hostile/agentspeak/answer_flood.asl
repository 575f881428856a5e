// A list that does not fit into memory.
// Loses: more than 200,000 beliefs (slow)
+!move <- .findall(X, .range(X, 0, 100000000), L); queen(0, 0).
