; Five people each from the start, with rooms for them: more people than there is work for in the first round, so that
; some of them rest, and more mouths than food at the first harvests.

(deffacts scenario
  (farm (player 1) (starting TRUE) (people 5) (rooms 5))
  (farm (player 2) (people 5) (rooms 5))
  (store (player 1) (good food) (amount 2))
  (store (player 2) (good food) (amount 3)))
