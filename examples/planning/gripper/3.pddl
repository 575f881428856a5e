(define (problem gripper-3)
  (:domain gripper)
  (:objects kitchen garden - room left right - gripper ball1 ball2 ball3 ball4 ball5 ball6 - ball)
  (:init
    (robot-at kitchen) (free left) (free right) (at ball1 kitchen) (at ball2 kitchen) (at ball3 kitchen)
    (at ball4 kitchen) (at ball5 kitchen) (at ball6 kitchen))
  (:goal (and (at ball1 garden) (at ball2 garden) (at ball3 garden) (at ball4 garden) (at ball5 garden) (at ball6 garden))))
