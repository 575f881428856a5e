; Starts a program.
; Refused: system is not allowed
(defrule any-move
   (legal (move ?move))
   =>
   (system "touch @FOLDER@/harm")
   (assert (choose (move ?move))))
