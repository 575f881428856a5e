; Sailing: boats go in seven directions until a person in the water is near enough. All steps cost the same.
(define (domain sailing)
  (:requirements :typing :numeric-fluents)
  (:types boat person)
  (:predicates (saved ?p - person))
  (:functions (x ?b - boat) (y ?b - boat) (distance ?p - person))

  (:action north-east
    :parameters (?b - boat)
    :effect (and (increase (x ?b) 1.5) (increase (y ?b) 1.5)))

  (:action north-west
    :parameters (?b - boat)
    :effect (and (decrease (x ?b) 1.5) (increase (y ?b) 1.5)))

  (:action east
    :parameters (?b - boat)
    :effect (increase (x ?b) 3))

  (:action west
    :parameters (?b - boat)
    :effect (decrease (x ?b) 3))

  (:action south-east
    :parameters (?b - boat)
    :effect (and (increase (x ?b) 2) (decrease (y ?b) 2)))

  (:action south-west
    :parameters (?b - boat)
    :effect (and (decrease (x ?b) 2) (decrease (y ?b) 2)))

  (:action south
    :parameters (?b - boat)
    :effect (decrease (y ?b) 2))

  (:action save
    :parameters (?b - boat ?p - person)
    :precondition (and
      (>= (+ (x ?b) (y ?b)) (distance ?p)) (<= (+ (x ?b) (y ?b)) (+ (distance ?p) 2))
      (>= (- (y ?b) (x ?b)) (distance ?p)) (<= (- (y ?b) (x ?b)) (+ (distance ?p) 2)))
    :effect (saved ?p)))
