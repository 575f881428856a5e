// Goals within goals.
// Loses: goals within goals (slow)
+!move <- !down.
+!down <- !down.
