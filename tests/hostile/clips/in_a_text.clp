; A program, started by the text of a construct.
; Loses: Missing function declaration for 'system'
(defrule any-move
   (legal (move ?move))
   =>
   (build "(deffunction harm () (system \"touch @FOLDER@/harm\"))")
   (eval "(harm)")
   (assert (choose (move ?move))))
