; Counts for ever, a rule at a time.
(deffacts beginning (count 0))

(defrule count
   ?last <- (count ?number)
   =>
   (retract ?last)
   (assert (count (+ ?number 1))))
