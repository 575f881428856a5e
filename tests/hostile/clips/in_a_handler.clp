; A program, started by a message to an object.
; Refused: system is not allowed
(defclass HARM (is-a USER))
(defmessage-handler HARM init after ()
   (system "touch @FOLDER@/harm"))
(defrule any-move
   (legal (move ?move))
   =>
   (make-instance of HARM)
   (assert (choose (move ?move))))
