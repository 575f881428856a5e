; Another place in a file.
; Refused: seek is not allowed
(defrule any-move
   (legal (move ?move))
   =>
   (seek stdin 0 seek-set)
   (assert (choose (move ?move))))
