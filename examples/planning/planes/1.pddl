(define (problem planes-1)
  (:domain planes)
  (:objects plane - plane city1 city2 city3 - city rider1 rider2 - rider)
  (:init
    (at plane city1) (= (fuel plane) 5) (= (tank plane) 12) (= (burnt) 0) (= (flights) 0)
    (= (miles city1 city2) 3) (= (miles city2 city1) 3) (= (miles city1 city3) 3) (= (miles city3 city1) 3)
    (= (miles city2 city3) 3) (= (miles city3 city2) 3) (at rider1 city3) (at rider2 city1))
  (:goal (and (at rider1 city1) (at rider2 city2)))
  (:metric minimize (+ (burnt) (* 2 (flights)))))
