; A predicate that there is not.
; Refused: did you mean "my-turn"?
(:action more
  :parameters ()
  :precondition (my-tunr)
  :effect (done))
