; Double pastures, fenced and full of stables, as many as fences and stables allow; and more sheep than they hold.

(deffacts scenario
  (farm (player 1) (starting TRUE) (pastures 2))
  (farm (player 2) (pastures 2))
  (store (player 1) (good food) (amount 2))
  (store (player 2) (good food) (amount 3))
  (pile (card sheep-market) (amount 1000)))
