; An object of another language.
; Refused: new is not allowed
(defrule any-move
   (legal (move ?move))
   =>
   (new Object)
   (assert (choose (move ?move))))
