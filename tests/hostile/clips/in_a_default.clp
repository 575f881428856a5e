; A program, started by the default of a slot.
; Refused: system is not allowed
(deftemplate harm
   (slot done (default-dynamic (system "touch @FOLDER@/harm"))))
(defrule any-move
   (legal (move ?move))
   =>
   (assert (harm) (choose (move ?move))))
