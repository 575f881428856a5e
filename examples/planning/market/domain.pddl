; Market: wares are bought one by one where they are cheap, and the way there costs too.
(define (domain market)
  (:requirements :typing :numeric-fluents)
  (:types place ware)
  (:predicates (at ?p - place))
  (:functions (fare ?p ?q - place) (price ?w - ware ?p - place) (offered ?w - ware ?p - place) (bought ?w - ware)
    (wanted ?w - ware) (total-cost))

  (:action go
    :parameters (?from ?to - place)
    :precondition (and (at ?from) (not (= ?from ?to)))
    :effect (and (not (at ?from)) (at ?to) (increase (total-cost) (fare ?from ?to))))

  (:action buy
    :parameters (?w - ware ?p - place)
    :precondition (and (at ?p) (>= (offered ?w ?p) 1))
    :effect (and (decrease (offered ?w ?p) 1) (increase (bought ?w) 1) (increase (total-cost) (price ?w ?p)))))
