+!move <- queen(99, 99).
-!move <- block(0, 0).
