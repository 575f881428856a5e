// Waiting without end.
// Loses: it did not move (slow)
+!move <- while (true) { .wait(1) }.
