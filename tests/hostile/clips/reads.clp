; Reads what is meant for its process.
; Refused: read is not allowed
(defrule any-move
   (legal (move ?move))
   =>
   (read)
   (assert (choose (move ?move))))
