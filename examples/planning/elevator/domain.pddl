; Elevator: riders get in and out by themselves when the lift stops at their floor.
(define (domain elevator)
  (:requirements :adl :typing)
  (:types floor rider)
  (:predicates (lift-at ?f - floor) (above ?high ?low - floor) (waits ?r - rider ?f - floor) (wants ?r - rider ?f - floor)
    (inside ?r - rider) (served ?r - rider))

  (:action up
    :parameters (?from ?to - floor)
    :precondition (and (lift-at ?from) (above ?to ?from))
    :effect (and (not (lift-at ?from)) (lift-at ?to)))

  (:action down
    :parameters (?from ?to - floor)
    :precondition (and (lift-at ?from) (above ?from ?to))
    :effect (and (not (lift-at ?from)) (lift-at ?to)))

  (:action stop
    :parameters (?f - floor)
    :precondition (lift-at ?f)
    :effect (and
      (forall (?r - rider) (when (and (inside ?r) (wants ?r ?f)) (and (not (inside ?r)) (served ?r))))
      (forall (?r - rider) (when (waits ?r ?f) (and (not (waits ?r ?f)) (inside ?r)))))))
