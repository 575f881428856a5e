; How often memory was asked for.
; Refused: mem-requests is not allowed
(defrule any-move
   (legal (move ?move))
   =>
   (mem-requests)
   (assert (choose (move ?move))))
