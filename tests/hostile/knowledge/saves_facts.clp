; Saves working memory to a file.
(defrule any-move
   (legal (move ?move))
   =>
   (save-facts "harm")
   (assert (choose (move ?move))))
