; Instances from a file.
; Refused: load-instances is not allowed
(defrule any-move
   (legal (move ?move))
   =>
   (load-instances "/etc/passwd")
   (assert (choose (move ?move))))
