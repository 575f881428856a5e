; A number of what is meant for its process.
; Refused: read-number is not allowed
(defrule any-move
   (legal (move ?move))
   =>
   (read-number)
   (assert (choose (move ?move))))
