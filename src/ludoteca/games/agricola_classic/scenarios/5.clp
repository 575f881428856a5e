; Every land that is no room a field, and grain and vegetables in plenty.

(deffacts scenario
  (farm (player 1) (starting TRUE) (fields 13))
  (farm (player 2) (fields 13))
  (store (player 1) (good food) (amount 2))
  (store (player 2) (good food) (amount 3))
  (store (player 1) (good grain) (amount 100))
  (store (player 2) (good grain) (amount 100))
  (store (player 1) (good vegetable) (amount 100))
  (store (player 2) (good vegetable) (amount 100)))
