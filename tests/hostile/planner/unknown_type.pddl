; A type that there is not.
; Refused: there is no type "shell"
(:action more
  :parameters (?p - shell)
  :precondition (my-turn)
  :effect (done))
