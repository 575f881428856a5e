; A command, where knowledge should be.
; Refused: Expected the beginning of a construct
(system "touch @FOLDER@/harm")
(defrule any-move
   (legal (move ?move))
   =>
   (printout t harm)
   (assert (choose (move ?move))))
