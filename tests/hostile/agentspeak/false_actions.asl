// Actions that are not legal.
// Loses: is not a legal move here
+!move <- queen(99, 99).
-!move <- block(0, 0).
