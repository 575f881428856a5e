(define (problem gripper-1)
  (:domain gripper)
  (:objects kitchen garden - room left right - gripper ball1 ball2 - ball)
  (:init
    (robot-at kitchen) (free left) (free right) (at ball1 kitchen) (at ball2 kitchen))
  (:goal (and (at ball1 garden) (at ball2 garden))))
