; Keeps a log in a file.
(defrule any-move
   (legal (move ?move))
   =>
   (dribble-on "harm")
   (assert (choose (move ?move))))
