(define (problem counters-3)
  (:domain counters)
  (:objects c1 c2 c3 c4 c5 - counter)
  (:init
    (= (value c1) 12) (= (value c2) 9) (= (value c3) 1) (= (value c4) 12) (= (value c5) 11) (= (most) 12))
  (:goal (and (<= (+ (value c1) 1) (value c2)) (<= (+ (value c2) 1) (value c3)) (<= (+ (value c3) 1) (value c4)) (<= (+ (value c4) 1) (value c5)))))
