; Satellites: they turn to directions, calibrate their devices and take images. Only one device has power at a time.
(define (domain satellites)
  (:requirements :strips :typing)
  (:types satellite device mode direction)
  (:predicates (on-board ?d - device ?s - satellite) (supports ?d - device ?m - mode)
    (calibrated-by ?d - device ?t - direction) (points ?s - satellite ?t - direction) (power ?s - satellite)
    (powered ?d - device) (calibrated ?d - device) (have ?t - direction ?m - mode))

  (:action turn
    :parameters (?s - satellite ?to ?from - direction)
    :precondition (and (points ?s ?from) (not (= ?from ?to)))
    :effect (and (points ?s ?to) (not (points ?s ?from))))

  (:action switch-on
    :parameters (?d - device ?s - satellite)
    :precondition (and (on-board ?d ?s) (power ?s))
    :effect (and (powered ?d) (not (calibrated ?d)) (not (power ?s))))

  (:action switch-off
    :parameters (?d - device ?s - satellite)
    :precondition (and (on-board ?d ?s) (powered ?d))
    :effect (and (not (powered ?d)) (power ?s)))

  (:action calibrate
    :parameters (?s - satellite ?d - device ?t - direction)
    :precondition (and (on-board ?d ?s) (calibrated-by ?d ?t) (points ?s ?t) (powered ?d))
    :effect (calibrated ?d))

  (:action take-image
    :parameters (?s - satellite ?t - direction ?d - device ?m - mode)
    :precondition (and (calibrated ?d) (on-board ?d ?s) (supports ?d ?m) (powered ?d) (points ?s ?t))
    :effect (have ?t ?m)))
