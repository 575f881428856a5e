; The engine loads this file before the knowledge base of every game.

; Instances that never change, such as tables and printed cards. They are not part of the position.
(defclass FIXED (is-a USER)
 )

; Instances that stand for each other when class and slots are equal, except the slot `id`.
(defclass INTERCHANGEABLE (is-a USER)
 )

; Ends the game. The fact keeps the end of the game in the position.
(deffunction halt ()
  (assert (halted)))
