; Which system it runs on.
; Refused: operating-system is not allowed
(defrule any-move
   (legal (move ?move))
   =>
   (operating-system)
   (assert (choose (move ?move))))
