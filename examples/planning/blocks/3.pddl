(define (problem blocks-3)
  (:domain blocks)
  (:objects b1 b2 b3 b4 b5)
  (:init
    (hand-empty) (on-table b5) (on b2 b5) (on b1 b2) (on b4 b1) (on-table b3) (clear b4) (clear b3))
  (:goal (and (on b5 b2) (on b3 b4) (on b1 b3))))
