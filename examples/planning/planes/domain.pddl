; Planes: riders fly, flights burn fuel, and fuel is filled up anywhere.
(define (domain planes)
  (:requirements :typing :numeric-fluents)
  (:types plane rider - thing city)
  (:predicates (at ?t - thing ?c - city) (in ?r - rider ?p - plane))
  (:functions (fuel ?p - plane) (tank ?p - plane) (miles ?c ?d - city) (burnt) (flights))

  (:action board
    :parameters (?r - rider ?p - plane ?c - city)
    :precondition (and (at ?r ?c) (at ?p ?c))
    :effect (and (not (at ?r ?c)) (in ?r ?p)))

  (:action debark
    :parameters (?r - rider ?p - plane ?c - city)
    :precondition (and (in ?r ?p) (at ?p ?c))
    :effect (and (not (in ?r ?p)) (at ?r ?c)))

  (:action fly
    :parameters (?p - plane ?from ?to - city)
    :precondition (and (at ?p ?from) (not (= ?from ?to)) (>= (fuel ?p) (miles ?from ?to)))
    :effect (and (not (at ?p ?from)) (at ?p ?to) (decrease (fuel ?p) (miles ?from ?to))
      (increase (burnt) (miles ?from ?to)) (increase (flights) 1)))

  (:action refuel
    :parameters (?p - plane)
    :precondition (< (fuel ?p) (tank ?p))
    :effect (assign (fuel ?p) (tank ?p))))
