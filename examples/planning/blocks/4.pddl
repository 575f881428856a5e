(define (problem blocks-4)
  (:domain blocks)
  (:objects b1 b2 b3 b4 b5 b6 b7)
  (:init
    (hand-empty) (on-table b2) (on b7 b2) (on b6 b7) (on-table b5) (clear b6) (on-table b3) (clear b5)
    (on b1 b3) (on b4 b1) (clear b4))
  (:goal (and (on b7 b3) (on b2 b7) (on b1 b2) (on b4 b1) (on b6 b4))))
