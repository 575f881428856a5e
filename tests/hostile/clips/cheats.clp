; Takes what it likes.
; Loses: the rule any-move chose everything, which is not a legal move
(defrule any-move
   (me)
   =>
   (assert (choose (move "everything"))))
