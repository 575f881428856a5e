(define (problem sailing-3)
  (:domain sailing)
  (:objects boat1 boat2 - boat person1 person2 person3 person4 - person)
  (:init
    (= (x boat1) -2) (= (y boat1) 0) (= (x boat2) -2) (= (y boat2) 0) (= (distance person1) 9)
    (= (distance person2) 9) (= (distance person3) 19) (= (distance person4) 3))
  (:goal (and (saved person1) (saved person2) (saved person3) (saved person4))))
