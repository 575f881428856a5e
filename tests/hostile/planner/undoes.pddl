; A fact that is set and taken away at once.
; Harmless
(:action more
  :parameters ()
  :precondition (my-turn)
  :effect (and (done) (not (done))))
