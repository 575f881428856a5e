; Logistics: trucks drive within a city, a plane flies between airports. Vehicle and thing are named only as supertypes.
(define (domain logistics)
  (:requirements :strips :typing)
  (:types truck plane - vehicle vehicle parcel - thing place city)
  (:predicates (at ?t - thing ?p - place) (in ?b - parcel ?v - vehicle) (in-city ?p - place ?c - city)
    (airport ?p - place))

  (:action load
    :parameters (?b - parcel ?v - vehicle ?p - place)
    :precondition (and (at ?b ?p) (at ?v ?p))
    :effect (and (not (at ?b ?p)) (in ?b ?v)))

  (:action unload
    :parameters (?b - parcel ?v - vehicle ?p - place)
    :precondition (and (in ?b ?v) (at ?v ?p))
    :effect (and (not (in ?b ?v)) (at ?b ?p)))

  (:action drive
    :parameters (?t - truck ?from ?to - place ?c - city)
    :precondition (and (at ?t ?from) (in-city ?from ?c) (in-city ?to ?c) (not (= ?from ?to)))
    :effect (and (not (at ?t ?from)) (at ?t ?to)))

  (:action fly
    :parameters (?a - plane ?from ?to - place)
    :precondition (and (at ?a ?from) (airport ?from) (airport ?to) (not (= ?from ?to)))
    :effect (and (not (at ?a ?from)) (at ?a ?to))))
