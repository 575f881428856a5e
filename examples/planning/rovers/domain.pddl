; Rovers without time: samples and pictures are sent to the lander. Energy is a number, and is filled up in the sun.
(define (domain rovers)
  (:requirements :strips :typing :numeric-fluents)
  (:types rover point sight)
  (:predicates (at ?r - rover ?p - point) (road ?p ?q - point) (free ?r - rover) (sunny ?p - point)
    (soil ?p - point) (rock ?p - point) (visible ?s - sight ?p - point) (in-sight ?p ?q - point) (lander-at ?p - point)
    (has-soil ?r - rover ?p - point) (has-rock ?r - rover ?p - point) (has-picture ?r - rover ?s - sight)
    (told-soil ?p - point) (told-rock ?p - point) (told-picture ?s - sight))
  (:functions (energy ?r - rover) (total-cost))

  (:action drive
    :parameters (?r - rover ?from ?to - point)
    :precondition (and (at ?r ?from) (road ?from ?to) (>= (energy ?r) 2))
    :effect (and (not (at ?r ?from)) (at ?r ?to) (decrease (energy ?r) 2) (increase (total-cost) 2)))

  (:action recharge
    :parameters (?r - rover ?p - point)
    :precondition (and (at ?r ?p) (sunny ?p) (<= (energy ?r) 4))
    :effect (and (increase (energy ?r) 6) (increase (total-cost) 3)))

  (:action take-soil
    :parameters (?r - rover ?p - point)
    :precondition (and (at ?r ?p) (soil ?p) (free ?r) (>= (energy ?r) 1))
    :effect (and (has-soil ?r ?p) (not (soil ?p)) (not (free ?r)) (decrease (energy ?r) 1) (increase (total-cost) 1)))

  (:action take-rock
    :parameters (?r - rover ?p - point)
    :precondition (and (at ?r ?p) (rock ?p) (free ?r) (>= (energy ?r) 1))
    :effect (and (has-rock ?r ?p) (not (rock ?p)) (not (free ?r)) (decrease (energy ?r) 1) (increase (total-cost) 1)))

  (:action drop
    :parameters (?r - rover)
    :precondition (not (free ?r))
    :effect (and (free ?r) (increase (total-cost) 1)))

  (:action photograph
    :parameters (?r - rover ?s - sight ?p - point)
    :precondition (and (at ?r ?p) (visible ?s ?p) (>= (energy ?r) 1))
    :effect (and (has-picture ?r ?s) (decrease (energy ?r) 1) (increase (total-cost) 1)))

  (:action tell-soil
    :parameters (?r - rover ?of ?p ?l - point)
    :precondition (and (at ?r ?p) (lander-at ?l) (in-sight ?p ?l) (has-soil ?r ?of))
    :effect (and (told-soil ?of) (increase (total-cost) 1)))

  (:action tell-rock
    :parameters (?r - rover ?of ?p ?l - point)
    :precondition (and (at ?r ?p) (lander-at ?l) (in-sight ?p ?l) (has-rock ?r ?of))
    :effect (and (told-rock ?of) (increase (total-cost) 1)))

  (:action tell-picture
    :parameters (?r - rover ?s - sight ?p ?l - point)
    :precondition (and (at ?r ?p) (lander-at ?l) (in-sight ?p ?l) (has-picture ?r ?s))
    :effect (and (told-picture ?s) (increase (total-cost) 1))))
