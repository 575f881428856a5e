; A form that is never closed.
; Refused: never closed
(defrule any-move
   (legal (move ?move))
   =>
   (assert (choose (move ?move)))
