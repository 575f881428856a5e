(define (problem counters-1)
  (:domain counters)
  (:objects c1 c2 - counter)
  (:init
    (= (value c1) 2) (= (value c2) 0) (= (most) 10))
  (:goal (and (<= (+ (value c1) 1) (value c2)))))
