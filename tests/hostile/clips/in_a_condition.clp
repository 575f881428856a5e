; Does its harm while facts are told.
; Refused: system is not allowed
(defrule any-move
   (legal (move ?move))
   (test (system "touch @FOLDER@/harm"))
   =>
   (assert (choose (move ?move))))
