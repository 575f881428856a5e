(define (problem sailing-3)
  (:domain sailing)
  (:objects boat1 boat2 - boat person1 person2 - person)
  (:init
    (= (x boat1) 2) (= (y boat1) 0) (= (x boat2) -2) (= (y boat2) 0) (= (distance person1) 2)
    (= (distance person2) 3))
  (:goal (and (saved person1) (saved person2))))
