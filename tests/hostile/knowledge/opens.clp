; Writes a file.
(defrule any-move
   (legal (move ?move))
   =>
   (open "harm" harm "w")
   (printout harm "harm")
   (assert (choose (move ?move))))
