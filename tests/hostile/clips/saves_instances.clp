; Instances, written to a file.
; Refused: save-instances is not allowed
(defrule any-move
   (legal (move ?move))
   =>
   (save-instances "@FOLDER@/harm")
   (assert (choose (move ?move))))
