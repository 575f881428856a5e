(define (problem blocks-2)
  (:domain blocks)
  (:objects b1 b2 b3 b4 b5)
  (:init
    (hand-empty) (on-table b2) (on b5 b2) (on-table b3) (clear b5) (on b1 b3) (on b4 b1) (clear b4))
  (:goal (and (on b3 b4) (on b5 b3) (on b2 b5))))
