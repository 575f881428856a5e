; A division by a number that changes.
; Refused: a divisor must be a constant other than zero
(:action more
  :parameters ()
  :precondition (my-turn)
  :effect (increase (bonus) (/ 1 (bonus))))
