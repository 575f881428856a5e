; Types that contain each other.
; Refused: the type a is a supertype of itself
(define (domain x)
  (:requirements :typing)
  (:types a - b b - a)
  (:predicates (p ?x - a)))
