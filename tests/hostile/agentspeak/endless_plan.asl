// A plan without end.
// Loses: no end in sight
+!move <- while (true) { X = 1 }.
