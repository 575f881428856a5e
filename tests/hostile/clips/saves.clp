; Saves the knowledge to a file.
; Refused: save is not allowed
(defrule any-move
   (legal (move ?move))
   =>
   (save "@FOLDER@/harm")
   (assert (choose (move ?move))))
