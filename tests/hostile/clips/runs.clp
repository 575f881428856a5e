; Runs the engine while it runs.
; Refused: run is not allowed
(defrule any-move
   (legal (move ?move))
   =>
   (run)
   (assert (choose (move ?move))))
