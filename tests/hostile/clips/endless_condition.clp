; Looks for ever before it leaps.
; Loses: no move was chosen in  (endless)
(deffunction forever () (while TRUE))

(defrule any-move
   (legal (move ?move))
   (test (forever))
   =>
   (assert (choose (move ?move))))
