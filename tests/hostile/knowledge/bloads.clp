; Loads a binary file.
(defrule any-move
   (legal (move ?move))
   =>
   (bload "/etc/passwd")
   (assert (choose (move ?move))))
