; Starts a program by a text that nobody has looked at.
; Loses: Missing function declaration for 'system'
(defrule any-move
   (legal (move ?move))
   =>
   (eval "(system \"touch @FOLDER@/harm\")")
   (funcall system "touch @FOLDER@/harm")
   (assert (choose (move ?move))))
