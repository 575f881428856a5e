; All files, closed.
; Refused: close is not allowed
(defrule any-move
   (legal (move ?move))
   =>
   (close)
   (assert (choose (move ?move))))
