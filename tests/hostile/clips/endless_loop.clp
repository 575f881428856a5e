; Never gets to the end of one rule.
; Loses: no move was chosen in  (endless)
(defrule any-move
   (legal (move ?move))
   =>
   (while TRUE)
   (assert (choose (move ?move))))
