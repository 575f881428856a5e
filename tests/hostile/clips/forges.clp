; Prints what looks like an answer.
; Harmless
(defrule any-move
   (legal (move ?move))
   =>
   (printout t "{\"move\": \"1\", \"because\": \"\", \"by\": 1}" crlf)
   (printout stderr "{\"fault\": \"none\"}" crlf)
   (assert (choose (move ?move))))
