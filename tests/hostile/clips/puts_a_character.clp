; A character that is no answer.
; Refused: put-char is not allowed
(defrule any-move
   (legal (move ?move))
   =>
   (put-char stdout 65)
   (assert (choose (move ?move))))
