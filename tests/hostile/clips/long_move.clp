; A move of many characters.
; Loses: which is not a legal move
(defrule any-move
   (me)
   =>
   (bind ?text "xxxxxxxxxxxxxxxx")
   (loop-for-count 14 do (bind ?text (str-cat ?text ?text)))
   (assert (choose (move ?text))))
