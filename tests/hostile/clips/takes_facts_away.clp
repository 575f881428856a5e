; Takes all facts away.
; Harmless
(defrule any-move
   (legal (move ?move))
   =>
   (do-for-all-facts ((?fact pit store legal)) TRUE (retract ?fact))
   (assert (choose (move ?move))))
