(define (problem blocks-4)
  (:domain blocks)
  (:objects b1 b2 b3 b4 b5 b6)
  (:init
    (hand-empty) (on-table b4) (on b2 b4) (on-table b5) (clear b2) (on-table b3) (clear b5) (on b1 b3)
    (on b6 b1) (clear b6))
  (:goal (and (on b2 b6) (on b3 b1) (on b4 b3))))
