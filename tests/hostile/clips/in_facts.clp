; A program, started by facts that are loaded.
; Refused: system is not allowed
(deffacts harm
   (harm (system "touch @FOLDER@/harm")))
(defrule any-move
   (legal (move ?move))
   =>
   (assert (choose (move ?move))))
