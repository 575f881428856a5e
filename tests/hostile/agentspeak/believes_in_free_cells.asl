// Percepts that are made up.
// Loses: is not a legal move here
+!move <- +free(99, 99)[source(percept)]; ?free(X, Y); queen(99, 99).
