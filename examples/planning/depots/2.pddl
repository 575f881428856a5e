(define (problem depots-2)
  (:domain depots)
  (:objects depot - depot market1 market2 - market truck - truck pallet1 pallet2 pallet3 - pallet hoist1 hoist2 hoist3 - hoist crate1 crate2 crate3 - crate)
  (:init
    (at pallet1 depot) (at pallet2 market1) (at pallet3 market2) (at hoist1 depot) (available hoist1)
    (at hoist2 market1) (available hoist2) (at hoist3 market2) (available hoist3) (at truck market1)
    (on crate1 pallet2) (at crate1 market1) (on crate2 pallet3) (at crate2 market2) (on crate3 crate2)
    (at crate3 market2) (clear pallet1) (clear crate1) (clear crate3))
  (:goal (and (on crate3 pallet1) (on crate2 crate3) (on crate1 crate2))))
