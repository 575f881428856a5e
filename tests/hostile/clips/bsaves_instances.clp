; Instances, written to a binary file.
; Refused: bsave-instances is not allowed
(defrule any-move
   (legal (move ?move))
   =>
   (bsave-instances "@FOLDER@/harm")
   (assert (choose (move ?move))))
