; A file, written by a text.
; Loses: Missing function declaration for 'open'
(defrule any-move
   (legal (move ?move))
   =>
   (eval "(open \"@FOLDER@/harm\" harm \"w\")")
   (assert (choose (move ?move))))
