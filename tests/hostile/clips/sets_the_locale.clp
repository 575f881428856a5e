; Another language.
; Refused: set-locale is not allowed
(defrule any-move
   (legal (move ?move))
   =>
   (set-locale "C")
   (assert (choose (move ?move))))
