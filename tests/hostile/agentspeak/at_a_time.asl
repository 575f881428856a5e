// A goal at a time of the clock.
// Refused: there is no internal action .at/2
+!move : free(X, Y) <- .at("now +1 s", {+!move}); queen(X, Y).
