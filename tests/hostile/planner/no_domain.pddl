; A problem instead of a domain.
; Refused: (domain NAME) was expected
(define (problem x) (:domain y))
