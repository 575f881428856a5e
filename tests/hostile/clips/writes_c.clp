; The knowledge, as a program in C.
; Refused: constructs-to-c is not allowed
(defrule any-move
   (legal (move ?move))
   =>
   (constructs-to-c "@FOLDER@/harm" 1)
   (assert (choose (move ?move))))
