; Chance that is the game's, and chance that it seeds itself.
; Harmless
(defrule any-move
   (legal (move ?move))
   =>
   (seed 1)
   (bind ?number (random 1 6))
   (assert (choose (move ?move))))
