; Makes a list without end.
; Loses (slow)
(defrule any-move
   (legal (move ?move))
   =>
   (bind ?list (create$ a b c d))
   (while TRUE (bind ?list (create$ ?list ?list)))
   (assert (choose (move ?move))))
