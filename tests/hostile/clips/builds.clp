; Replaces a rule by another one of the same name.
; Refused: build is not allowed
(defrule any-move
   (legal (move ?move))
   =>
   (build "(defrule any-move (legal (move ?move)) => (assert (choose (move ?move))))")
   (assert (choose (move ?move))))
