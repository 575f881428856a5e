; A character of what is meant for its process.
; Refused: get-char is not allowed
(defrule any-move
   (legal (move ?move))
   =>
   (get-char stdin)
   (assert (choose (move ?move))))
