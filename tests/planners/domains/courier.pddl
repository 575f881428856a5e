; Parcels, vans with a tank, a price for every mile, and an end of the day: numbers that fall, and numbers that are paid.
(define (domain courier)
  (:requirements :typing :negative-preconditions :numeric-fluents)
  (:types van parcel - movable movable place - object)
  (:predicates (at ?m - movable ?p - place) (in ?c - parcel ?v - van) (station ?p - place) (broken ?v - van))
  (:functions (fuel ?v - van) (tank ?v - van) (room ?v - van) (miles ?p ?q - place) (size ?c - parcel) (paid) (hours) (day))

  (:action drive
    :parameters (?v - van ?p ?q - place)
    :precondition (and (< (hours) (day)) (at ?v ?p) (not (broken ?v)) (> (miles ?p ?q) 0) (>= (fuel ?v) (miles ?p ?q)))
    :effect (and
      (not (at ?v ?p)) (at ?v ?q)
      (decrease (fuel ?v) (miles ?p ?q)) (increase (hours) 1) (increase (paid) (miles ?p ?q))))

  (:action load
    :parameters (?c - parcel ?v - van ?p - place)
    :precondition (and (< (hours) (day)) (at ?c ?p) (at ?v ?p) (>= (room ?v) (size ?c)))
    :effect (and (not (at ?c ?p)) (in ?c ?v) (decrease (room ?v) (size ?c)) (increase (hours) 1) (increase (paid) 1)))

  (:action unload
    :parameters (?c - parcel ?v - van ?p - place)
    :precondition (and (< (hours) (day)) (in ?c ?v) (at ?v ?p))
    :effect (and (not (in ?c ?v)) (at ?c ?p) (increase (room ?v) (size ?c)) (increase (hours) 1)))

  (:action refuel
    :parameters (?v - van ?p - place)
    :precondition (and (< (hours) (day)) (at ?v ?p) (station ?p) (< (fuel ?v) (tank ?v)))
    :effect (and (assign (fuel ?v) (tank ?v)) (increase (hours) 1) (increase (paid) 3))))
