; Starts a program by a text that nobody has looked at.
(defrule any-move
   (legal (move ?move))
   =>
   (eval "(system \"touch harm\")")
   (funcall system "touch harm")
   (assert (choose (move ?move))))
