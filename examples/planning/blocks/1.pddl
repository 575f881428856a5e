(define (problem blocks-1)
  (:domain blocks)
  (:objects b1 b2 b3 b4)
  (:init
    (hand-empty) (on-table b3) (on b1 b3) (on b2 b1) (on b4 b2) (clear b4))
  (:goal (and (on b1 b4) (on b3 b1))))
