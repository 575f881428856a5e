; A function that calls itself for ever.
; Loses: the process ended (endless)
(deffunction deeper (?number)
   (deeper (+ ?number 1)))

(defrule any-move
   (legal (move ?move))
   =>
   (deeper 1)
   (assert (choose (move ?move))))
