; Saves working memory to a file.
; Refused: save-facts is not allowed
(defrule any-move
   (legal (move ?move))
   =>
   (save-facts "@FOLDER@/harm")
   (assert (choose (move ?move))))
