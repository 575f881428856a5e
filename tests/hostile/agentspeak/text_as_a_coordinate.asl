// A text where a number should be.
// Loses: is not a legal move here
+!move <- queen("0\n{}", 0).
