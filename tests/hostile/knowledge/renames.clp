; Renames a file.
(defrule any-move
   (legal (move ?move))
   =>
   (rename "harm" "harms")
   (assert (choose (move ?move))))
