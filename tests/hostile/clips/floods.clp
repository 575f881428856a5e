; Prints and prints.
; Harmless
(defrule any-move
   (legal (move ?move))
   =>
   (loop-for-count 2000 do (printout t "{\"move\": \"1\"}" crlf))
   (assert (choose (move ?move))))
