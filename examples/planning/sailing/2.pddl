(define (problem sailing-2)
  (:domain sailing)
  (:objects boat1 - boat person1 person2 person3 - person)
  (:init
    (= (x boat1) 2) (= (y boat1) 0) (= (distance person1) 17) (= (distance person2) 17)
    (= (distance person3) 18))
  (:goal (and (saved person1) (saved person2) (saved person3))))
