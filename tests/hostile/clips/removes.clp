; Removes a file.
; Refused: remove is not allowed
(defrule any-move
   (legal (move ?move))
   =>
   (remove "@FOLDER@/harm")
   (assert (choose (move ?move))))
