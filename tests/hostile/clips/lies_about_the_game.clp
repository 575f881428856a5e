; Says things of the game that are not so, and believes them.
; Harmless
(defrule lie
   (me (seat ?me))
   =>
   (assert (pit (seat ?me) (pit 1) (seeds 99))))

(defrule any-move
   (pit (seeds 99))
   (legal (move ?move))
   =>
   (assert (choose (move ?move))))
