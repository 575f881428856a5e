(define (problem satellites-1)
  (:domain satellites)
  (:objects satellite1 - satellite satellite1-camera - device image - mode ground star1 star2 - direction)
  (:init
    (on-board satellite1-camera satellite1) (supports satellite1-camera image)
    (calibrated-by satellite1-camera ground) (power satellite1) (points satellite1 star2))
  (:goal (and (have star1 image) (have star2 image))))
