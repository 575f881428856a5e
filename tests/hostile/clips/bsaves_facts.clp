; Working memory, written to a binary file.
; Refused: bsave-facts is not allowed
(defrule any-move
   (legal (move ?move))
   =>
   (bsave-facts "@FOLDER@/harm")
   (assert (choose (move ?move))))
