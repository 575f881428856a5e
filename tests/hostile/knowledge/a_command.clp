; A command, where knowledge should be.
(system "touch harm")
(defrule any-move
   (legal (move ?move))
   =>
   (printout t harm)
   (assert (choose (move ?move))))
