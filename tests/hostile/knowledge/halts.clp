; Stops before it has chosen.
(defrule stop
   (me)
   =>
   (halt))
