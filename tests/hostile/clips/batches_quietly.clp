; Commands from a file, without messages.
; Refused: batch* is not allowed
(defrule any-move
   (legal (move ?move))
   =>
   (batch* "/etc/passwd")
   (assert (choose (move ?move))))
