(define (problem counters-4)
  (:domain counters)
  (:objects c1 c2 c3 c4 c5 - counter)
  (:init
    (= (value c1) 11) (= (value c2) 11) (= (value c3) 4) (= (value c4) 8) (= (value c5) 4) (= (most) 12))
  (:goal (and (<= (+ (value c1) 1) (value c2)) (<= (+ (value c2) 1) (value c3)) (<= (+ (value c3) 1) (value c4)) (<= (+ (value c4) 1) (value c5)))))
