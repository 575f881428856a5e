; Counts for ever, a rule at a time.
; Loses: no move was chosen in 2,000 firings; the last rule was count
(deffacts beginning (count 0))

(defrule count
   ?last <- (count ?number)
   =>
   (retract ?last)
   (assert (count (+ ?number 1))))
