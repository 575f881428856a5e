; Nothing, printed.
; Refused: unwatch is not allowed
(defrule any-move
   (legal (move ?move))
   =>
   (unwatch all)
   (assert (choose (move ?move))))
