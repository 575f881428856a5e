// Beliefs without end.
// Loses: more than 200,000 beliefs (slow)
+!move <- for (.range(I, 0, 300000)) { +b(I) }.
