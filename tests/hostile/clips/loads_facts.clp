; Facts from a file.
; Refused: load-facts is not allowed
(defrule any-move
   (legal (move ?move))
   =>
   (load-facts "/etc/passwd")
   (assert (choose (move ?move))))
