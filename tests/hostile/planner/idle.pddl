; A turn that ends without a move.
; Harmless
(:action more
  :parameters ()
  :precondition (my-turn)
  :effect (and (done) (increase (bonus) 99)))
