; Runs the engine while it runs.
(defrule any-move
   (legal (move ?move))
   =>
   (run)
   (assert (choose (move ?move))))
