; Calls a function of Python's.
; Refused: python-function is not allowed
(defrule any-move
   (legal (move ?move))
   =>
   (python-function exit)
   (assert (choose (move ?move))))
