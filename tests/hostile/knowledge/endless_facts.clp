; Fills working memory.
(defrule any-move
   (legal (move ?move))
   =>
   (while TRUE (assert (harm (gensym*))))
   (assert (choose (move ?move))))
