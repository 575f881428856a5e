; Removes a file.
(defrule any-move
   (legal (move ?move))
   =>
   (remove "harm")
   (assert (choose (move ?move))))
