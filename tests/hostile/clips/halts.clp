; Stops before it has chosen.
; Loses: no rule has chosen
(defrule stop
   (me)
   =>
   (halt))
