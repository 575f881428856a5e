(define (problem elevator-1)
  (:domain elevator)
  (:objects floor1 floor2 floor3 floor4 - floor rider1 rider2 - rider)
  (:init
    (lift-at floor1) (above floor2 floor1) (above floor3 floor1) (above floor4 floor1) (above floor3 floor2)
    (above floor4 floor2) (above floor4 floor3) (waits rider1 floor4) (wants rider1 floor2)
    (waits rider2 floor4) (wants rider2 floor2))
  (:goal (and (served rider1) (served rider2))))
