// Intentions without end.
// Loses: intentions at once (slow)
+!move <- while (true) { !!wait }.
+!wait <- .wait({+never}).
