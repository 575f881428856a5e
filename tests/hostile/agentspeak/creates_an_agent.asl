// Another agent, created.
// Refused: there is no internal action .create_agent/2
+!move : free(X, Y) <- .create_agent(other, "@FOLDER@/file"); queen(X, Y).
