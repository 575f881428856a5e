// A failure that is tried again for ever.
// Loses: no end in sight
+!move <- .fail.
-!move <- !move.
