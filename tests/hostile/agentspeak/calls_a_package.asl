// An action of a package.
// Loses: the game has no action my.package.action(1)
+!move : free(X, Y) <- my.package.action(1); queen(X, Y).
