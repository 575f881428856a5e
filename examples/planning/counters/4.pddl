(define (problem counters-4)
  (:domain counters)
  (:objects c1 c2 c3 c4 c5 c6 c7 c8 - counter)
  (:init
    (= (value c1) 9) (= (value c2) 17) (= (value c3) 8) (= (value c4) 12) (= (value c5) 9) (= (value c6) 17)
    (= (value c7) 11) (= (value c8) 20) (= (most) 20))
  (:goal (and (<= (+ (value c1) 1) (value c2)) (<= (+ (value c2) 1) (value c3)) (<= (+ (value c3) 1) (value c4)) (<= (+ (value c4) 1) (value c5)) (<= (+ (value c5) 1) (value c6)) (<= (+ (value c6) 1) (value c7)) (<= (+ (value c7) 1) (value c8)))))
