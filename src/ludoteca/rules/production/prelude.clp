; What every game written as a production system starts from. The engine loads this file first.

; Instances that never change, such as tables and printed cards. They are no part of the position.
(defclass FIXED (is-a USER)
 )

; Instances of which one is as good as another: of the same class, equal in every slot but `id`.
(defclass INTERCHANGEABLE (is-a USER)
 )

; The game is over. Working memory remembers it, as a position must.
(deffunction halt ()
  (assert (halted)))
