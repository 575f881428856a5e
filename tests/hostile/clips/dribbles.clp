; Keeps a log in a file.
; Refused: dribble-on is not allowed
(defrule any-move
   (legal (move ?move))
   =>
   (dribble-on "@FOLDER@/harm")
   (assert (choose (move ?move))))
