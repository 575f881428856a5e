; Instances from a file, without messages.
; Refused: restore-instances is not allowed
(defrule any-move
   (legal (move ?move))
   =>
   (restore-instances "/etc/passwd")
   (assert (choose (move ?move))))
