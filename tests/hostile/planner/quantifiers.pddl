; Quantifiers within quantifiers.
; Harmless
(:action more
  :parameters ()
  :precondition (and (my-turn) (forall (?a ?b ?c - mine) (exists (?d ?e - theirs) (not (= ?d ?e)))))
  :effect (done))
