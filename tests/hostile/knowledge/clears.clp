; Clears everything away.
(defrule any-move
   (legal (move ?move))
   =>
   (clear)
   (assert (choose (move ?move))))
