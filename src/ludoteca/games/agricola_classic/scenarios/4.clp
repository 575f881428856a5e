; Every land a room, and plenty to renovate them and to buy improvements with.

(deffacts scenario
  (farm (player 1) (starting TRUE) (rooms 15))
  (farm (player 2) (rooms 15))
  (store (player 1) (good food) (amount 2))
  (store (player 2) (good food) (amount 3))
  (store (player 1) (good wood) (amount 100))
  (store (player 2) (good wood) (amount 100))
  (store (player 1) (good clay) (amount 100))
  (store (player 2) (good clay) (amount 100))
  (store (player 1) (good stone) (amount 100))
  (store (player 2) (good stone) (amount 100))
  (store (player 1) (good reed) (amount 100))
  (store (player 2) (good reed) (amount 100)))
