; Ends the process.
; Refused: exit is not allowed
(defrule any-move
   (legal (move ?move))
   =>
   (exit 3)
   (assert (choose (move ?move))))
