(define (problem blocks-3)
  (:domain blocks)
  (:objects b1 b2 b3 b4 b5 b6)
  (:init
    (hand-empty) (on-table b5) (on b2 b5) (on-table b4) (clear b2) (on b3 b4) (on b6 b3) (on b1 b6)
    (clear b1))
  (:goal (and (on b6 b5) (on b1 b6) (on b4 b1) (on b3 b4))))
