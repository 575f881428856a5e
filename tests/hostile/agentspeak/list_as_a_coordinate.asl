// A list where a number should be.
// Refused: syntax error
+!move <- queen([1, 2], {a}).
