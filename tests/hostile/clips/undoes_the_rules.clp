; Takes away its own rules and the game's words.
; Harmless
(defrule any-move
   (legal (move ?move))
   =>
   (undefrule *)
   (undeftemplate over)
   (undeftemplate swapped)
   (assert (choose (move ?move))))
