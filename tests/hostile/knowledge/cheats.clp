; Takes what it likes.
(defrule any-move
   (me)
   =>
   (assert (choose (move "everything"))))
