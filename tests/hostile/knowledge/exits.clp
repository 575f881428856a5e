; Ends the process.
(defrule any-move
   (legal (move ?move))
   =>
   (exit 3)
   (assert (choose (move ?move))))
