; Gripper: a robot with two hands carries balls to another room.
(define (domain gripper)
  (:requirements :strips :typing)
  (:types room ball gripper)
  (:predicates (robot-at ?r - room) (at ?b - ball ?r - room) (free ?g - gripper) (carries ?g - gripper ?b - ball))

  (:action move
    :parameters (?from ?to - room)
    :precondition (and (robot-at ?from) (not (= ?from ?to)))
    :effect (and (not (robot-at ?from)) (robot-at ?to)))

  (:action pick
    :parameters (?b - ball ?r - room ?g - gripper)
    :precondition (and (at ?b ?r) (robot-at ?r) (free ?g))
    :effect (and (carries ?g ?b) (not (at ?b ?r)) (not (free ?g))))

  (:action drop
    :parameters (?b - ball ?r - room ?g - gripper)
    :precondition (and (carries ?g ?b) (robot-at ?r))
    :effect (and (at ?b ?r) (free ?g) (not (carries ?g ?b)))))
