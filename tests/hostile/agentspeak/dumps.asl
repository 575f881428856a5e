// Its mind, written to a file.
// Refused: there is no internal action .save_agent/1
+!move : free(X, Y) <- .save_agent("@FOLDER@/harm"); queen(X, Y).
