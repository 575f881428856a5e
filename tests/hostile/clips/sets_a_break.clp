; A breakpoint.
; Refused: set-break is not allowed
(defrule any-move
   (legal (move ?move))
   =>
   (set-break any-move)
   (assert (choose (move ?move))))
