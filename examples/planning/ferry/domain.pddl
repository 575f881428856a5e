; Ferry: it carries one car at a time from port to port.
(define (domain ferry)
  (:requirements :strips :typing :negative-preconditions)
  (:types port car)
  (:predicates (ferry-at ?p - port) (at ?c - car ?p - port) (aboard ?c - car) (empty))

  (:action sail
    :parameters (?from ?to - port)
    :precondition (and (ferry-at ?from) (not (ferry-at ?to)))
    :effect (and (not (ferry-at ?from)) (ferry-at ?to)))

  (:action board
    :parameters (?c - car ?p - port)
    :precondition (and (at ?c ?p) (ferry-at ?p) (empty))
    :effect (and (aboard ?c) (not (at ?c ?p)) (not (empty))))

  (:action debark
    :parameters (?c - car ?p - port)
    :precondition (and (aboard ?c) (ferry-at ?p))
    :effect (and (at ?c ?p) (empty) (not (aboard ?c)))))
