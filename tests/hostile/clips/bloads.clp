; Loads a binary file.
; Refused: bload is not allowed
(defrule any-move
   (legal (move ?move))
   =>
   (bload "/etc/passwd")
   (assert (choose (move ?move))))
