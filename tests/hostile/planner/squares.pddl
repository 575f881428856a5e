; A bonus that squares itself.
; Loses: larger than the largest number allowed
(:action more
  :parameters ()
  :precondition (my-turn)
  :effect (increase (bonus) (+ 3 (* (bonus) (bonus)))))
