; How long an action takes.
; Refused: timer is not allowed
(defrule any-move
   (legal (move ?move))
   =>
   (timer (+ 1 1))
   (assert (choose (move ?move))))
