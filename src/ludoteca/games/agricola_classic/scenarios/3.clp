; Wood in plenty: fences, stables and rooms until there are no more.

(deffacts scenario
  (farm (player 1) (starting TRUE))
  (farm (player 2))
  (store (player 1) (good food) (amount 2))
  (store (player 2) (good food) (amount 3))
  (store (player 1) (good wood) (amount 40))
  (store (player 2) (good wood) (amount 40)))
