; How much memory can be released.
; Refused: release-mem is not allowed
(defrule any-move
   (legal (move ?move))
   =>
   (release-mem)
   (assert (choose (move ?move))))
