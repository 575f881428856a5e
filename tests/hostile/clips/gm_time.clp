; The clock.
; Refused: gm-time is not allowed
(defrule any-move
   (legal (move ?move))
   =>
   (gm-time)
   (assert (choose (move ?move))))
