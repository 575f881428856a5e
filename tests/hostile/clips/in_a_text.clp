; A program, started by the text of a construct.
; Refused: build is not allowed
(defrule any-move
   (legal (move ?move))
   =>
   (build "(deffunction harm () (system \"touch @FOLDER@/harm\"))")
   (eval "(harm)")
   (assert (choose (move ?move))))
