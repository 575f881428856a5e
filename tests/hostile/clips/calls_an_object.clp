; A method of another language.
; Refused: call is not allowed
(defrule any-move
   (legal (move ?move))
   =>
   (call exit)
   (assert (choose (move ?move))))
