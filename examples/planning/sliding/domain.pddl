; The eight puzzle: a tile slides into the empty cell beside it.
(define (domain sliding)
  (:requirements :strips :typing)
  (:types tile cell)
  (:predicates (at ?t - tile ?c - cell) (empty ?c - cell) (next ?c ?d - cell))

  (:action slide
    :parameters (?t - tile ?from ?to - cell)
    :precondition (and (at ?t ?from) (empty ?to) (next ?from ?to))
    :effect (and (not (at ?t ?from)) (at ?t ?to) (empty ?from) (not (empty ?to)))))
