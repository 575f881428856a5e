(define (problem depots-1)
  (:domain depots)
  (:objects depot - depot market1 market2 - market truck - truck pallet1 pallet2 pallet3 - pallet hoist1 hoist2 hoist3 - hoist crate1 crate2 - crate)
  (:init
    (at pallet1 depot) (at pallet2 market1) (at pallet3 market2) (at hoist1 depot) (available hoist1)
    (at hoist2 market1) (available hoist2) (at hoist3 market2) (available hoist3) (at truck depot)
    (on crate1 pallet3) (at crate1 market2) (on crate2 pallet2) (at crate2 market1) (clear pallet1)
    (clear crate2) (clear crate1))
  (:goal (and (on crate1 pallet2) (on crate2 crate1))))
