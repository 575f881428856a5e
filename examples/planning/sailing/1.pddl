(define (problem sailing-1)
  (:domain sailing)
  (:objects boat1 - boat person1 - person)
  (:init
    (= (x boat1) -1) (= (y boat1) 0) (= (distance person1) 13))
  (:goal (and (saved person1))))
