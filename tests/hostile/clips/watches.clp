; Everything, printed.
; Refused: watch is not allowed
(defrule any-move
   (legal (move ?move))
   =>
   (watch all)
   (assert (choose (move ?move))))
