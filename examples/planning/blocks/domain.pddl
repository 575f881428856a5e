; Blocks world: one hand builds towers.
(define (domain blocks)
  (:requirements :strips)
  (:predicates (on ?x ?y) (on-table ?x) (clear ?x) (holding ?x) (hand-empty))

  (:action pick-up
    :parameters (?x)
    :precondition (and (hand-empty) (clear ?x) (on-table ?x))
    :effect (and (holding ?x) (not (hand-empty)) (not (clear ?x)) (not (on-table ?x))))

  (:action put-down
    :parameters (?x)
    :precondition (holding ?x)
    :effect (and (not (holding ?x)) (hand-empty) (clear ?x) (on-table ?x)))

  (:action stack
    :parameters (?x ?y)
    :precondition (and (holding ?x) (clear ?y))
    :effect (and (not (holding ?x)) (hand-empty) (clear ?x) (not (clear ?y)) (on ?x ?y)))

  (:action unstack
    :parameters (?x ?y)
    :precondition (and (hand-empty) (clear ?x) (on ?x ?y))
    :effect (and (holding ?x) (not (hand-empty)) (not (clear ?x)) (clear ?y) (not (on ?x ?y)))))
