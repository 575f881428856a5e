; The place in a file.
; Refused: tell is not allowed
(defrule any-move
   (legal (move ?move))
   =>
   (tell stdin)
   (assert (choose (move ?move))))
