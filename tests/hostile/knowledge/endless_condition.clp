; Looks for ever before it leaps.
(deffunction forever () (while TRUE))

(defrule any-move
   (legal (move ?move))
   (test (forever))
   =>
   (assert (choose (move ?move))))
