+!move <- !down.
+!down <- !down.
