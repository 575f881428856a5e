; A predicate with too many arguments.
; Refused: my-turn takes 0 arguments, not 1
(:action more
  :parameters (?p - mine)
  :precondition (my-turn ?p)
  :effect (done))
