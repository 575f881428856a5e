; A program, started by a function.
; Refused: system is not allowed
(deffunction harm ()
   (system "touch @FOLDER@/harm"))
(defrule any-move
   (legal (move ?move))
   =>
   (harm)
   (assert (choose (move ?move))))
