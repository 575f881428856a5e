; A bracket too many.
; Refused: comes after the end
(define (domain x)))
