; Another folder.
; Refused: chdir is not allowed
(defrule any-move
   (legal (move ?move))
   =>
   (chdir "@FOLDER@")
   (assert (choose (move ?move))))
