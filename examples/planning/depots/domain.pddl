; Depots: hoists lift crates from stacks into a truck, and from the truck onto stacks.
(define (domain depots)
  (:requirements :strips :typing)
  (:types depot market - place truck hoist surface - thing pallet crate - surface)
  (:predicates (at ?t - thing ?p - place) (on ?c - crate ?s - surface) (in ?c - crate ?t - truck)
    (lifts ?h - hoist ?c - crate) (available ?h - hoist) (clear ?s - surface))

  (:action drive
    :parameters (?t - truck ?from ?to - place)
    :precondition (and (at ?t ?from) (not (= ?from ?to)))
    :effect (and (not (at ?t ?from)) (at ?t ?to)))

  (:action lift
    :parameters (?h - hoist ?c - crate ?s - surface ?p - place)
    :precondition (and (at ?h ?p) (available ?h) (at ?c ?p) (on ?c ?s) (clear ?c))
    :effect (and (lifts ?h ?c) (not (available ?h)) (not (at ?c ?p)) (not (on ?c ?s)) (not (clear ?c)) (clear ?s)))

  (:action drop
    :parameters (?h - hoist ?c - crate ?s - surface ?p - place)
    :precondition (and (at ?h ?p) (at ?s ?p) (clear ?s) (lifts ?h ?c))
    :effect (and (available ?h) (not (lifts ?h ?c)) (at ?c ?p) (on ?c ?s) (clear ?c) (not (clear ?s))))

  (:action load
    :parameters (?h - hoist ?c - crate ?t - truck ?p - place)
    :precondition (and (at ?h ?p) (at ?t ?p) (lifts ?h ?c))
    :effect (and (in ?c ?t) (available ?h) (not (lifts ?h ?c))))

  (:action unload
    :parameters (?h - hoist ?c - crate ?t - truck ?p - place)
    :precondition (and (at ?h ?p) (at ?t ?p) (available ?h) (in ?c ?t))
    :effect (and (lifts ?h ?c) (not (in ?c ?t)) (not (available ?h)))))
