(define (problem satellites-2)
  (:domain satellites)
  (:objects satellite1 satellite2 - satellite satellite1-camera satellite2-camera - device image - mode ground star1 star2 star3 star4 - direction)
  (:init
    (on-board satellite1-camera satellite1) (supports satellite1-camera image)
    (calibrated-by satellite1-camera ground) (power satellite1) (points satellite1 star3)
    (on-board satellite2-camera satellite2) (supports satellite2-camera image)
    (calibrated-by satellite2-camera ground) (power satellite2) (points satellite2 star2))
  (:goal (and (have star1 image) (have star2 image) (have star3 image) (have star4 image))))
