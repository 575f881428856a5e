; Plays by the clock: nobody could check it.
; Refused: time is not allowed
(defrule any-move
   (legal (move ?move))
   =>
   (if (> (time) 0) then (printout t late))
   (assert (choose (move ?move))))
