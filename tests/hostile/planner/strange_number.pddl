; A number that is none.
; Refused: a number was expected
(:action more
  :parameters ()
  :precondition (my-turn)
  :effect (increase (bonus) 1e999999999))
