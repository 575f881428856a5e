; The texts of the rules, dropped.
; Refused: conserve-mem is not allowed
(defrule any-move
   (legal (move ?move))
   =>
   (conserve-mem on)
   (assert (choose (move ?move))))
