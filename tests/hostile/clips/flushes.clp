; All files, flushed.
; Refused: flush is not allowed
(defrule any-move
   (legal (move ?move))
   =>
   (flush)
   (assert (choose (move ?move))))
