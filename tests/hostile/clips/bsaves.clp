; A binary file, written.
; Refused: bsave is not allowed
(defrule any-move
   (legal (move ?move))
   =>
   (bsave "@FOLDER@/harm")
   (assert (choose (move ?move))))
