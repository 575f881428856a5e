// A method of Java.
// Refused: syntax error
+!move : free(X, Y) <- java.lang.System.exit(0); queen(X, Y).
