; The towers of Hanoi: disks on pegs, and never a larger one on a smaller.
(define (domain hanoi)
  (:requirements :strips)
  (:predicates (clear ?x) (on ?x ?y) (smaller ?x ?y))

  (:action move
    :parameters (?disk ?from ?to)
    :precondition (and (smaller ?disk ?to) (on ?disk ?from) (clear ?disk) (clear ?to))
    :effect (and (clear ?from) (on ?disk ?to) (not (on ?disk ?from)) (not (clear ?to)))))
