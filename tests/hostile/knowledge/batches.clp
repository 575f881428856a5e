; Takes commands from a file.
(defrule any-move
   (legal (move ?move))
   =>
   (batch "/etc/passwd")
   (assert (choose (move ?move))))
