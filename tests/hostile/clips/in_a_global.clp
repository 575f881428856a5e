; Does its harm while it is loaded.
; Refused: system is not allowed
(defglobal ?*harm* = (system "touch @FOLDER@/harm"))
(defrule any-move
   (legal (move ?move))
   =>
   (printout t harm)
   (assert (choose (move ?move))))
