; A bonus that grows for ever.
; Harmless
(:action more
  :parameters ()
  :precondition (my-turn)
  :effect (increase (bonus) 1))
