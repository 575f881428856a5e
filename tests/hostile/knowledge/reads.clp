; Reads what is meant for its process.
(defrule any-move
   (legal (move ?move))
   =>
   (read)
   (assert (choose (move ?move))))
