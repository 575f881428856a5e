; How much memory there is in use.
; Refused: mem-used is not allowed
(defrule any-move
   (legal (move ?move))
   =>
   (mem-used)
   (assert (choose (move ?move))))
