; Reads what is meant for its process.
; Refused: readline is not allowed
(defrule any-move
   (legal (move ?move))
   =>
   (readline stdin)
   (assert (choose (move ?move))))
