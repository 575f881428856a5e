// No AgentSpeak at all.
// Refused: syntax error
+!move : free(X, Y) <- queen(X, Y
