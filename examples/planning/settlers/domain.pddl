; Settlers: timber and stone are fetched, carried along roads and turned into houses. Labour is to be saved.
(define (domain settlers)
  (:requirements :typing :numeric-fluents :negative-preconditions)
  (:types place good)
  (:constants timber stone - good)
  (:predicates (woodland ?p - place) (mountain ?p - place) (road-possible ?p ?q - place) (road ?p ?q - place)
    (quarry ?p - place))
  (:functions (stock ?g - good ?p - place) (houses ?p - place) (labour))

  (:action fell
    :parameters (?p - place)
    :precondition (woodland ?p)
    :effect (and (increase (stock timber ?p) 1) (increase (labour) 1)))

  (:action open-quarry
    :parameters (?p - place)
    :precondition (and (mountain ?p) (not (quarry ?p)))
    :effect (and (quarry ?p) (increase (labour) 2)))

  (:action break-stone
    :parameters (?p - place)
    :precondition (quarry ?p)
    :effect (and (increase (stock stone ?p) 1) (increase (labour) 1)))

  (:action build-road
    :parameters (?p ?q - place)
    :precondition (and (road-possible ?p ?q) (not (road ?p ?q)) (>= (stock timber ?p) 1))
    :effect (and (road ?p ?q) (decrease (stock timber ?p) 1) (increase (labour) 2)))

  (:action carry
    :parameters (?g - good ?p ?q - place)
    :precondition (and (road ?p ?q) (>= (stock ?g ?p) 1))
    :effect (and (decrease (stock ?g ?p) 1) (increase (stock ?g ?q) 1) (increase (labour) 1)))

  (:action build-house
    :parameters (?p - place)
    :precondition (and (>= (stock timber ?p) 2) (>= (stock stone ?p) 1))
    :effect (and (increase (houses ?p) 1) (decrease (stock timber ?p) 2) (decrease (stock stone ?p) 1)
      (increase (labour) 3))))
