// An action with a variable.
// Loses: has variables that are not bound yet
+!move <- queen(X, Y).
