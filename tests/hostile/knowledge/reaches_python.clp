; Calls a function of Python's.
(defrule any-move
   (legal (move ?move))
   =>
   (python-function exit)
   (assert (choose (move ?move))))
