; A whole game from the start.

(deffacts scenario
  (farm (player 1) (starting TRUE))
  (farm (player 2))
  (store (player 1) (good food) (amount 2))
  (store (player 2) (good food) (amount 3)))
