; The setup of every game: the board, the cards with their actions, the tables.

; ---------------------------------------------------------------- rounds

(definstances time
  ([phase] of PHASE (now start-of-round) (round 1))
  ([round-1] of ROUND (number 1) (period 1))
  ([round-2] of ROUND (number 2) (period 1))
  ([round-3] of ROUND (number 3) (period 1))
  ([round-4] of ROUND (number 4) (period 1))
  ([round-5] of ROUND (number 5) (period 2))
  ([round-6] of ROUND (number 6) (period 2))
  ([round-7] of ROUND (number 7) (period 2))
  ([round-8] of ROUND (number 8) (period 3))
  ([round-9] of ROUND (number 9) (period 3))
  ([round-10] of ROUND (number 10) (period 4))
  ([round-11] of ROUND (number 11) (period 4))
  ([round-12] of ROUND (number 12) (period 5))
  ([round-13] of ROUND (number 13) (period 5))
  ([round-14] of ROUND (number 14) (period 6))
  ([harvest-1] of HARVEST (round 4))
  ([harvest-2] of HARVEST (round 7))
  ([harvest-3] of HARVEST (round 9))
  ([harvest-4] of HARVEST (round 11))
  ([harvest-5] of HARVEST (round 13))
  ([harvest-6] of HARVEST (round 14)))

(deffacts first-round
  (to-do give-turn)
  (to-do turn-card))

; ---------------------------------------------------------------- board cards and their actions

(definstances board
  ([card-farm-expansion] of BOARD-CARD (title farm-expansion))
  ([farm-expansion-1] of BUILD-ROOM (card farm-expansion) (id 1))
  ([farm-expansion-2] of BUILD-STABLE (card farm-expansion) (id 2))
  ([card-starting-player] of BOARD-CARD (title starting-player))
  ([starting-player-1] of CHANGE-STARTING-PLAYER (card starting-player))
  ([card-grain-seeds] of BOARD-CARD (title grain-seeds))
  ([grain-seeds-1] of TAKE-GOODS (card grain-seeds) (good grain))
  ([card-plowland] of BOARD-CARD (title plowland))
  ([plowland-1] of PLOW (card plowland))
  ([card-day-labourer] of BOARD-CARD (title day-labourer))
  ([day-labourer-1] of TAKE-GOODS (card day-labourer) (good food) (each-round 2))
  ([card-forest] of BOARD-CARD (title forest))
  ([forest-1] of TAKE-GOODS (card forest) (good wood) (each-round 3))
  ([card-clay-pit] of BOARD-CARD (title clay-pit))
  ([clay-pit-1] of TAKE-GOODS (card clay-pit) (good clay))
  ([card-reed-bank] of BOARD-CARD (title reed-bank))
  ([reed-bank-1] of TAKE-GOODS (card reed-bank) (good reed))
  ([card-fishing] of BOARD-CARD (title fishing))
  ([fishing-1] of TAKE-GOODS (card fishing) (good food)))

; ---------------------------------------------------------------- round cards and their actions

(definstances round-cards
  ; Period 1
  ([card-sow-or-bake] of ROUND-CARD (title sow-or-bake) (period 1))
  ([sow-or-bake-1] of SOW (card sow-or-bake) (id 1) (crop grain) (yield 3))
  ([sow-or-bake-2] of SOW (card sow-or-bake) (id 2) (crop vegetable) (yield 2))
  ([sow-or-bake-3] of BAKE-BREAD (card sow-or-bake) (id 3))
  ([card-fencing] of ROUND-CARD (title fencing) (period 1))
  ([fencing-1] of BUILD-FENCE (card fencing))
  ([card-sheep-market] of ROUND-CARD (title sheep-market) (period 1))
  ([sheep-market-1] of TAKE-GOODS (card sheep-market) (good sheep))
  ([card-improvement] of ROUND-CARD (title improvement) (period 1))
  ([improvement-1] of TAKE-MAJOR-IMPROVEMENT (card improvement))
  ; Period 2
  ([card-western-quarry] of ROUND-CARD (title western-quarry) (period 2))
  ([western-quarry-1] of TAKE-GOODS (card western-quarry) (good stone))
  ([card-renovate-then-improve] of ROUND-CARD (title renovate-then-improve) (period 2))
  ([renovate-then-improve-1] of RENOVATE (card renovate-then-improve) (id 1) (joint TRUE))
  ([renovate-then-improve-2] of TAKE-MAJOR-IMPROVEMENT (card renovate-then-improve) (id 2))
  ([card-family] of ROUND-CARD (title family) (period 2))
  ([family-1] of GROW-FAMILY (card family) (room TRUE))
  ; Period 3
  ([card-vegetable-seeds] of ROUND-CARD (title vegetable-seeds) (period 3))
  ([vegetable-seeds-1] of TAKE-GOODS (card vegetable-seeds) (good vegetable))
  ([card-boar-market] of ROUND-CARD (title boar-market) (period 3))
  ([boar-market-1] of TAKE-GOODS (card boar-market) (good boar))
  ; Period 4
  ([card-cattle-market] of ROUND-CARD (title cattle-market) (period 4))
  ([cattle-market-1] of TAKE-GOODS (card cattle-market) (good cattle))
  ([card-eastern-quarry] of ROUND-CARD (title eastern-quarry) (period 4))
  ([eastern-quarry-1] of TAKE-GOODS (card eastern-quarry) (good stone))
  ; Period 5
  ([card-plow-or-sow] of ROUND-CARD (title plow-or-sow) (period 5))
  ([plow-or-sow-1] of PLOW (card plow-or-sow) (id 1))
  ([plow-or-sow-2] of SOW (card plow-or-sow) (id 2) (crop grain) (yield 3))
  ([plow-or-sow-3] of SOW (card plow-or-sow) (id 3) (crop vegetable) (yield 2))
  ([card-family-without-room] of ROUND-CARD (title family-without-room) (period 5))
  ([family-without-room-1] of GROW-FAMILY (card family-without-room) (room FALSE))
  ; Period 6
  ([card-renovate-then-fence] of ROUND-CARD (title renovate-then-fence) (period 6))
  ([renovate-then-fence-1] of RENOVATE (card renovate-then-fence) (id 1) (joint TRUE))
  ([renovate-then-fence-2] of BUILD-FENCE (card renovate-then-fence) (id 2)))

; ---------------------------------------------------------------- major improvements and what they turn into food

; Fireplaces and hearths are named by their price in clay.
(definstances major-improvements
  ([card-fireplace-2] of ONE-RESOURCE-IMPROVEMENT
    (title fireplace-2) (fireplace TRUE) (points 1) (resource clay) (cost 2))
  ([card-fireplace-3] of ONE-RESOURCE-IMPROVEMENT
    (title fireplace-3) (fireplace TRUE) (points 1) (resource clay) (cost 3))
  ([card-hearth-4] of TWO-RESOURCES-IMPROVEMENT
    (title hearth-4) (points 1) (resource-1 fireplace) (cost-1 1) (resource-2 clay) (cost-2 4))
  ([card-hearth-5] of TWO-RESOURCES-IMPROVEMENT
    (title hearth-5) (points 1) (resource-1 fireplace) (cost-1 1) (resource-2 clay) (cost-2 5))
  ([card-clay-oven] of TWO-RESOURCES-IMPROVEMENT
    (title clay-oven) (points 2) (resource-1 clay) (cost-1 3) (resource-2 stone) (cost-2 1))
  ([card-stone-oven] of TWO-RESOURCES-IMPROVEMENT
    (title stone-oven) (points 3) (resource-1 clay) (cost-1 1) (resource-2 stone) (cost-2 3))
  ([card-joinery] of TWO-RESOURCES-IMPROVEMENT
    (title joinery) (points 2) (bonus-good wood) (resource-1 wood) (cost-1 2) (resource-2 stone) (cost-2 2))
  ([card-pottery] of TWO-RESOURCES-IMPROVEMENT
    (title pottery) (points 2) (bonus-good clay) (resource-1 clay) (cost-1 2) (resource-2 stone) (cost-2 2))
  ([card-basketmaker] of TWO-RESOURCES-IMPROVEMENT
    (title basketmaker) (points 2) (bonus-good reed) (resource-1 reed) (cost-1 2) (resource-2 stone) (cost-2 2))
  ([card-well] of TWO-RESOURCES-IMPROVEMENT
    (title well) (points 4) (resource-1 wood) (cost-1 1) (resource-2 stone) (cost-2 3))
  ([well-1] of START-OF-ROUND (card well)))

(definstances exchanges
  ([fireplace-2-1] of EXCHANGE-GOODS (card fireplace-2) (id 1) (good vegetable) (food 2))
  ([fireplace-2-2] of EXCHANGE-GOODS (card fireplace-2) (id 2) (good sheep) (food 2))
  ([fireplace-2-3] of EXCHANGE-GOODS (card fireplace-2) (id 3) (good boar) (food 2))
  ([fireplace-2-4] of EXCHANGE-GOODS (card fireplace-2) (id 4) (good cattle) (food 3))
  ([fireplace-2-5] of EXCHANGE-GOODS (card fireplace-2) (id 5) (good grain) (food 2) (bake 1))
  ([fireplace-3-1] of EXCHANGE-GOODS (card fireplace-3) (id 1) (good vegetable) (food 2))
  ([fireplace-3-2] of EXCHANGE-GOODS (card fireplace-3) (id 2) (good sheep) (food 2))
  ([fireplace-3-3] of EXCHANGE-GOODS (card fireplace-3) (id 3) (good boar) (food 2))
  ([fireplace-3-4] of EXCHANGE-GOODS (card fireplace-3) (id 4) (good cattle) (food 3))
  ([fireplace-3-5] of EXCHANGE-GOODS (card fireplace-3) (id 5) (good grain) (food 2) (bake 2))
  ([hearth-4-1] of EXCHANGE-GOODS (card hearth-4) (id 1) (good vegetable) (food 3))
  ([hearth-4-2] of EXCHANGE-GOODS (card hearth-4) (id 2) (good sheep) (food 2))
  ([hearth-4-3] of EXCHANGE-GOODS (card hearth-4) (id 3) (good boar) (food 3))
  ([hearth-4-4] of EXCHANGE-GOODS (card hearth-4) (id 4) (good cattle) (food 4))
  ([hearth-4-5] of EXCHANGE-GOODS (card hearth-4) (id 5) (good grain) (food 3) (bake 3))
  ([hearth-5-1] of EXCHANGE-GOODS (card hearth-5) (id 1) (good vegetable) (food 3))
  ([hearth-5-2] of EXCHANGE-GOODS (card hearth-5) (id 2) (good sheep) (food 2))
  ([hearth-5-3] of EXCHANGE-GOODS (card hearth-5) (id 3) (good boar) (food 3))
  ([hearth-5-4] of EXCHANGE-GOODS (card hearth-5) (id 4) (good cattle) (food 4))
  ([hearth-5-5] of EXCHANGE-GOODS (card hearth-5) (id 5) (good grain) (food 3) (bake 4))
  ([clay-oven-1] of EXCHANGE-GOODS (card clay-oven) (id 1) (good grain) (food 5) (bake 5))
  ([stone-oven-1] of EXCHANGE-GOODS (card stone-oven) (id 1) (good grain) (food 4) (bake 6))
  ([stone-oven-2] of EXCHANGE-GOODS (card stone-oven) (id 2) (good grain) (amount 2) (food 8) (bake 6))
  ([joinery-1] of EXCHANGE-GOODS (card joinery) (id 1) (good wood) (food 2))
  ([pottery-1] of EXCHANGE-GOODS (card pottery) (id 1) (good clay) (food 2))
  ([basketmaker-1] of EXCHANGE-GOODS (card basketmaker) (id 1) (good reed) (food 3)))

; ---------------------------------------------------------------- what things are worth at the end

(definstances score-table
  ([field-from-0] of SCORE-TABLE (of field) (from 0) (up-to 1) (points -1))
  ([field-from-2] of SCORE-TABLE (of field) (from 2) (up-to 2) (points 1))
  ([field-from-3] of SCORE-TABLE (of field) (from 3) (up-to 3) (points 2))
  ([field-from-4] of SCORE-TABLE (of field) (from 4) (up-to 4) (points 3))
  ([field-from-5] of SCORE-TABLE (of field) (from 5) (up-to and-more) (points 4))
  ([pasture-from-0] of SCORE-TABLE (of pasture) (from 0) (up-to 0) (points -1))
  ([pasture-from-1] of SCORE-TABLE (of pasture) (from 1) (up-to 1) (points 1))
  ([pasture-from-2] of SCORE-TABLE (of pasture) (from 2) (up-to 2) (points 2))
  ([pasture-from-3] of SCORE-TABLE (of pasture) (from 3) (up-to 3) (points 3))
  ([pasture-from-4] of SCORE-TABLE (of pasture) (from 4) (up-to and-more) (points 4))
  ([grain-from-0] of SCORE-TABLE (of grain) (from 0) (up-to 0) (points -1))
  ([grain-from-1] of SCORE-TABLE (of grain) (from 1) (up-to 3) (points 1))
  ([grain-from-4] of SCORE-TABLE (of grain) (from 4) (up-to 5) (points 2))
  ([grain-from-6] of SCORE-TABLE (of grain) (from 6) (up-to 7) (points 3))
  ([grain-from-8] of SCORE-TABLE (of grain) (from 8) (up-to and-more) (points 4))
  ([vegetable-from-0] of SCORE-TABLE (of vegetable) (from 0) (up-to 0) (points -1))
  ([vegetable-from-1] of SCORE-TABLE (of vegetable) (from 1) (up-to 1) (points 1))
  ([vegetable-from-2] of SCORE-TABLE (of vegetable) (from 2) (up-to 2) (points 2))
  ([vegetable-from-3] of SCORE-TABLE (of vegetable) (from 3) (up-to 3) (points 3))
  ([vegetable-from-4] of SCORE-TABLE (of vegetable) (from 4) (up-to and-more) (points 4))
  ([sheep-from-0] of SCORE-TABLE (of sheep) (from 0) (up-to 0) (points -1))
  ([sheep-from-1] of SCORE-TABLE (of sheep) (from 1) (up-to 3) (points 1))
  ([sheep-from-4] of SCORE-TABLE (of sheep) (from 4) (up-to 5) (points 2))
  ([sheep-from-6] of SCORE-TABLE (of sheep) (from 6) (up-to 7) (points 3))
  ([sheep-from-8] of SCORE-TABLE (of sheep) (from 8) (up-to and-more) (points 4))
  ([boar-from-0] of SCORE-TABLE (of boar) (from 0) (up-to 0) (points -1))
  ([boar-from-1] of SCORE-TABLE (of boar) (from 1) (up-to 2) (points 1))
  ([boar-from-3] of SCORE-TABLE (of boar) (from 3) (up-to 4) (points 2))
  ([boar-from-5] of SCORE-TABLE (of boar) (from 5) (up-to 6) (points 3))
  ([boar-from-7] of SCORE-TABLE (of boar) (from 7) (up-to and-more) (points 4))
  ([cattle-from-0] of SCORE-TABLE (of cattle) (from 0) (up-to 0) (points -1))
  ([cattle-from-1] of SCORE-TABLE (of cattle) (from 1) (up-to 1) (points 1))
  ([cattle-from-2] of SCORE-TABLE (of cattle) (from 2) (up-to 3) (points 2))
  ([cattle-from-4] of SCORE-TABLE (of cattle) (from 4) (up-to 5) (points 3))
  ([cattle-from-6] of SCORE-TABLE (of cattle) (from 6) (up-to and-more) (points 4))
  ; So many points for each.
  ([empty-land-from-0] of SCORE-TABLE (of empty-land) (each -1))
  ([stable-from-0] of SCORE-TABLE (of stable) (each 1))
  ([person-from-0] of SCORE-TABLE (of person) (each 3))
  ([begging-card-from-0] of SCORE-TABLE (of begging-card) (each -3))
  ([wood-room-from-0] of SCORE-TABLE (of wood-room) (each 0))
  ([clay-room-from-0] of SCORE-TABLE (of clay-room) (each 1))
  ([stone-room-from-0] of SCORE-TABLE (of stone-room) (each 2))
  ; What is left in the store of a craft's material.
  ([joinery-from-0] of SCORE-TABLE (of joinery) (from 0) (up-to 2) (points 0))
  ([joinery-from-3] of SCORE-TABLE (of joinery) (from 3) (up-to 4) (points 1))
  ([joinery-from-5] of SCORE-TABLE (of joinery) (from 5) (up-to 6) (points 2))
  ([joinery-from-7] of SCORE-TABLE (of joinery) (from 7) (up-to and-more) (points 3))
  ([pottery-from-0] of SCORE-TABLE (of pottery) (from 0) (up-to 2) (points 0))
  ([pottery-from-3] of SCORE-TABLE (of pottery) (from 3) (up-to 4) (points 1))
  ([pottery-from-5] of SCORE-TABLE (of pottery) (from 5) (up-to 6) (points 2))
  ([pottery-from-7] of SCORE-TABLE (of pottery) (from 7) (up-to and-more) (points 3))
  ([basketmaker-from-0] of SCORE-TABLE (of basketmaker) (from 0) (up-to 1) (points 0))
  ([basketmaker-from-2] of SCORE-TABLE (of basketmaker) (from 2) (up-to 3) (points 1))
  ([basketmaker-from-4] of SCORE-TABLE (of basketmaker) (from 4) (up-to 4) (points 2))
  ([basketmaker-from-5] of SCORE-TABLE (of basketmaker) (from 5) (up-to and-more) (points 3)))
