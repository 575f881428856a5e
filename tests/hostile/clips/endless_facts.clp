; Fills working memory.
; Loses: more than 100,000 facts, in the rule any-move (slow)
(defrule any-move
   (legal (move ?move))
   =>
   (while TRUE (assert (harm (gensym*))))
   (assert (choose (move ?move))))
