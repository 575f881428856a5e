; Saves the knowledge to a file.
(defrule any-move
   (legal (move ?move))
   =>
   (save "harm")
   (assert (choose (move ?move))))
