; A requirement that there is not.
; Refused: there is no requirement ":shell"
(define (domain x)
  (:requirements :shell)
  (:predicates (a)))
