; Blocks on a table, and a hand: the plainest of domains.
(define (domain blocks)
  (:requirements :strips)
  (:predicates (on ?x ?y) (on-table ?x) (clear ?x) (holding ?x) (empty-hand))

  (:action pick-up
    :parameters (?x)
    :precondition (and (clear ?x) (on-table ?x) (empty-hand))
    :effect (and (not (on-table ?x)) (not (clear ?x)) (not (empty-hand)) (holding ?x)))

  (:action put-down
    :parameters (?x)
    :precondition (holding ?x)
    :effect (and (not (holding ?x)) (clear ?x) (empty-hand) (on-table ?x)))

  (:action stack
    :parameters (?x ?y)
    :precondition (and (holding ?x) (clear ?y))
    :effect (and (not (holding ?x)) (not (clear ?y)) (clear ?x) (empty-hand) (on ?x ?y)))

  (:action unstack
    :parameters (?x ?y)
    :precondition (and (on ?x ?y) (clear ?x) (empty-hand))
    :effect (and (holding ?x) (clear ?y) (not (clear ?x)) (not (empty-hand)) (not (on ?x ?y)))))
