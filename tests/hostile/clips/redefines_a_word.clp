; Gives a word of the game another meaning.
; Refused: legal is a template of the game
(deftemplate legal (slot move) (slot always))

(defrule any-move
   (legal (move ?move))
   =>
   (printout t harm)
   (assert (choose (move ?move))))
