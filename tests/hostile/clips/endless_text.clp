; Writes a text without end.
; Loses (slow)
(defrule any-move
   (legal (move ?move))
   =>
   (bind ?text "endless ")
   (while TRUE (bind ?text (str-cat ?text ?text)))
   (assert (choose (move ?move))))
