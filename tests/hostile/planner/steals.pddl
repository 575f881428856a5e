; Seeds that are taken without a move.
; Harmless
(:action more
  :parameters ()
  :precondition (my-turn)
  :effect (and (done) (increase (seeds my-store) 99)))
