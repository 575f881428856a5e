// Another agent, killed.
// Refused: there is no internal action .kill_agent/1
+!move : free(X, Y) <- .kill_agent(black); queen(X, Y).
