(define (problem blocks-4)
  (:domain blocks)
  (:objects b1 b2 b3 b4 b5 b6 b7 b8)
  (:init
    (hand-empty) (on-table b3) (on b2 b3) (on b7 b2) (on b6 b7) (on b1 b6) (on b8 b1) (on b5 b8) (on b4 b5)
    (clear b4))
  (:goal (and (on b2 b3) (on b7 b8) (on b1 b6) (on b5 b1))))
