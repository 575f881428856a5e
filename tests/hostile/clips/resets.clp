; All facts, reset while rules fire.
; Refused: reset is not allowed
(defrule any-move
   (legal (move ?move))
   =>
   (reset)
   (assert (choose (move ?move))))
