; Starts a program.
(defrule any-move
   (legal (move ?move))
   =>
   (system "touch harm")
   (assert (choose (move ?move))))
