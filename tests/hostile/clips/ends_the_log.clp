; The log, ended.
; Refused: dribble-off is not allowed
(defrule any-move
   (legal (move ?move))
   =>
   (dribble-off)
   (assert (choose (move ?move))))
