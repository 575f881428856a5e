; Counters: each shows a number, and the numbers have to be in order.
(define (domain counters)
  (:requirements :typing :numeric-fluents)
  (:types counter)
  (:functions (value ?c - counter) (most))

  (:action up
    :parameters (?c - counter)
    :precondition (<= (+ (value ?c) 1) (most))
    :effect (increase (value ?c) 1))

  (:action down
    :parameters (?c - counter)
    :precondition (>= (value ?c) 1)
    :effect (decrease (value ?c) 1)))
