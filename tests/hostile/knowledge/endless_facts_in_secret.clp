; Fills working memory with facts of the game's own.
(defrule any-move
   (legal (move ?move))
   =>
   (bind ?number 0)
   (while TRUE (bind ?number (+ ?number 1)) (assert (pit (seat south) (pit ?number) (seeds 1))))
   (assert (choose (move ?move))))
