; Never gets to the end of one rule.
(defrule any-move
   (legal (move ?move))
   =>
   (while TRUE)
   (assert (choose (move ?move))))
