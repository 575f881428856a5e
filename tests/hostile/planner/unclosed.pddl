; A bracket that is never closed.
; Refused: is never closed
(define (domain x)
