; The template of a choice, redefined.
; Refused: choose is a template of the game
(deftemplate choose (slot move))
(defrule any-move
   (legal (move ?move))
   =>
   (assert (choose (move ?move))))
