; The time zone.
; Refused: local-time is not allowed
(defrule any-move
   (legal (move ?move))
   =>
   (local-time)
   (assert (choose (move ?move))))
