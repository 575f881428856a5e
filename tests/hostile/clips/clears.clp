; Clears everything away.
; Refused: clear is not allowed
(defrule any-move
   (legal (move ?move))
   =>
   (clear)
   (assert (choose (move ?move))))
