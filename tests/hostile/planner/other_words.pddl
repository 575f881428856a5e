; A domain that has nothing to do with the game.
; Refused: the game's own problem cannot be read in this domain
(define (domain x)
  (:predicates (a))
  (:action b :parameters () :precondition (a) :effect (not (a))))
