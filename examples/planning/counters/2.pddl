(define (problem counters-2)
  (:domain counters)
  (:objects c1 c2 c3 - counter)
  (:init
    (= (value c1) 6) (= (value c2) 9) (= (value c3) 8) (= (most) 10))
  (:goal (and (<= (+ (value c1) 1) (value c2)) (<= (+ (value c2) 1) (value c3)))))
