(define (problem blocks-1)
  (:domain blocks)
  (:objects b1 b2 b3)
  (:init
    (hand-empty) (on-table b3) (on b2 b3) (on-table b1) (clear b2) (clear b1))
  (:goal (and (on b1 b3))))
