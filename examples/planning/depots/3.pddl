(define (problem depots-3)
  (:domain depots)
  (:objects depot - depot market1 market2 - market truck - truck pallet1 pallet2 pallet3 - pallet hoist1 hoist2 hoist3 - hoist crate1 crate2 crate3 crate4 - crate)
  (:init
    (at pallet1 depot) (at pallet2 market1) (at pallet3 market2) (at hoist1 depot) (available hoist1)
    (at hoist2 market1) (available hoist2) (at hoist3 market2) (available hoist3) (at truck market1)
    (on crate1 pallet3) (at crate1 market2) (on crate2 pallet1) (at crate2 depot) (on crate3 pallet2)
    (at crate3 market1) (on crate4 crate1) (at crate4 market2) (clear crate2) (clear crate3) (clear crate4))
  (:goal (and (on crate4 pallet3) (on crate2 crate4) (on crate1 crate2) (on crate3 crate1))))
