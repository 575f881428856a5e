; A program, started by a name that is built.
; Harmless
(defrule any-move
   (legal (move ?move))
   =>
   (funcall (sym-cat sys tem) "touch @FOLDER@/harm")
   (assert (choose (move ?move))))
