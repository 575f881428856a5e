; More ground actions than there is room for.
; Refused: more than 200,000 ground actions
(:action more
  :parameters ()
  :precondition (my-turn)
  :effect (forall (?a ?b ?c ?d ?e ?f ?g ?h - hollow) (done)))
