; A program, started by a method.
; Refused: system is not allowed
(defmethod harm ((?x NUMBER))
   (system "touch @FOLDER@/harm"))
(defrule any-move
   (legal (move ?move))
   =>
   (harm 1)
   (assert (choose (move ?move))))
