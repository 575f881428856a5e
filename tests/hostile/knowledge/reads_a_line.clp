; Reads what is meant for its process.
(defrule any-move
   (legal (move ?move))
   =>
   (readline stdin)
   (assert (choose (move ?move))))
