(define (problem blocks-2)
  (:domain blocks)
  (:objects b1 b2 b3 b4)
  (:init
    (hand-empty) (on-table b1) (on b3 b1) (on b4 b3) (on b2 b4) (clear b2))
  (:goal (and (on b3 b2) (on b4 b1))))
