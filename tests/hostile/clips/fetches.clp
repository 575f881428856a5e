; A file of texts.
; Refused: fetch is not allowed
(defrule any-move
   (legal (move ?move))
   =>
   (fetch "/etc/passwd")
   (assert (choose (move ?move))))
