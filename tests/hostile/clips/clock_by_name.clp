; The clock, by a name that is built.
; Harmless
(defrule any-move
   (legal (move ?move))
   =>
   (funcall (sym-cat ti me))
   (assert (choose (move ?move))))
