; Loads a file.
(defrule any-move
   (legal (move ?move))
   =>
   (load "/etc/passwd")
   (assert (choose (move ?move))))
