; The beginning of a file.
; Refused: rewind is not allowed
(defrule any-move
   (legal (move ?move))
   =>
   (rewind stdin)
   (assert (choose (move ?move))))
