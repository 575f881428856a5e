; A variable that there is not.
; Refused: there is no variable "?p"
(:action more
  :parameters ()
  :precondition (my-turn)
  :effect (increase (seeds ?p) 1))
