; A region of a file.
; Refused: print-region is not allowed
(defrule any-move
   (legal (move ?move))
   =>
   (print-region t "/etc/passwd" a)
   (assert (choose (move ?move))))
