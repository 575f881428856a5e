; Writes a file.
; Refused: open is not allowed
(defrule any-move
   (legal (move ?move))
   =>
   (open "@FOLDER@/harm" harm "w")
   (printout harm "@FOLDER@/harm")
   (assert (choose (move ?move))))
