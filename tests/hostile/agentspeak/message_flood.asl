// Messages without end.
// Loses: there is no agent called black
+!move <- while (true) { .send(black, tell, boo) }.
