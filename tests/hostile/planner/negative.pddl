; Seeds below zero.
; Harmless
(:action more
  :parameters (?p - mine)
  :precondition (my-turn)
  :effect (and (done) (decrease (seeds ?p) 99)))
