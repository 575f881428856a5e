; A program, started by a salience.
; Refused: system is not allowed
(defrule any-move
   (declare (salience (system "touch @FOLDER@/harm")))
   (legal (move ?move))
   =>
   (assert (choose (move ?move))))
