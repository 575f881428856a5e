; A section that there is not.
; Refused: is not a section of this file
(define (domain x)
  (:include "@FOLDER@/file")
  (:predicates (a)))
