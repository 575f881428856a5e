; A division by zero.
; Loses: zero
(defrule any-move
   (legal (move ?move))
   =>
   (div 1 0)
   (assert (choose (move ?move))))
