// A plan that is made while it runs.
// Refused: there is no internal action .add_plan/1
+!move : free(X, Y) <- .add_plan("+!move <- true."); queen(X, Y).
