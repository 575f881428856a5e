; Loads a file.
; Refused: load is not allowed
(defrule any-move
   (legal (move ?move))
   =>
   (load "/etc/passwd")
   (assert (choose (move ?move))))
