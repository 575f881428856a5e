; Renames a file.
; Refused: rename is not allowed
(defrule any-move
   (legal (move ?move))
   =>
   (rename "@FOLDER@/harm" "@FOLDER@/harms")
   (assert (choose (move ?move))))
