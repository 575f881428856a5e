; Fills working memory with facts of the game's own.
; Loses: more than 100,000 facts, in the rule any-move (slow)
(defrule any-move
   (legal (move ?move))
   =>
   (bind ?number 0)
   (while TRUE (bind ?number (+ ?number 1)) (assert (pit (seat south) (pit ?number) (seeds 1))))
   (assert (choose (move ?move))))
