; The ontology of Agricola: the classes of working memory and the slots of their instances.
; Instances are named after what they are: [player-1], [person-1-2], [land-2-15], [wood-1].

; ---------------------------------------------------------------- players and their people

; One of the two at the table. `turn`: it is for this player to act, in the working day and in the harvest.
(defclass PLAYER (is-a USER)
  (role concrete) (pattern-match reactive)
  (slot id (type INTEGER) (range 1 2))
  (slot turn (type SYMBOL) (allowed-symbols FALSE TRUE))
  (slot starting (type SYMBOL) (allowed-symbols FALSE TRUE))
  (slot points (type INTEGER) (default 0)))

; Somebody of a player's family. `action` is `none` at home, `on-the-way` when it is this person's turn to act, `rest`
; when there was nothing to do, else the title of the card the person stands on; `action-id` is the action of that card.
(defclass PERSON (is-a INTERCHANGEABLE)
  (role concrete) (pattern-match reactive)
  (slot player (type INTEGER) (range 1 2))
  (slot id (type INTEGER) (range 1 5))
  (slot newborn (type SYMBOL) (allowed-symbols FALSE TRUE))
  (slot action (type SYMBOL) (default none))
  (slot action-id (type INTEGER) (default 0))
  (slot fed (type SYMBOL) (allowed-symbols FALSE TRUE)))

; ---------------------------------------------------------------- time and points

; A row of the score table: from so many of something up to so many, `points`; or `each`, so much for every one of them.
; The last row of everything goes up to `and-more`, so that the table never runs out.
(defclass SCORE-TABLE (is-a FIXED)
  (role concrete) (pattern-match reactive)
  (slot of (type SYMBOL))
  (slot from (type INTEGER) (default 0))
  (slot up-to (type INTEGER SYMBOL) (default and-more))
  (slot points (type INTEGER) (default 0))
  (slot each (type INTEGER) (default 0)))

; One of the 14 rounds, and the period it belongs to.
(defclass ROUND (is-a FIXED)
  (role concrete) (pattern-match reactive)
  (slot number (type INTEGER) (range 1 14))
  (slot period (type INTEGER) (range 1 6)))

; A round after which there is a harvest.
(defclass HARVEST (is-a FIXED)
  (role concrete) (pattern-match reactive)
  (slot round (type INTEGER) (range 1 14)))

; Where the game is: its one instance is [phase]. Round 15 does not exist: it means that the game is to be counted.
(defclass PHASE (is-a USER)
  (role concrete) (pattern-match reactive)
  (slot now (type SYMBOL)
    (allowed-symbols start-of-round replenishing working-day return-home gathering feeding breeding scoring over))
  (slot round (type INTEGER) (range 1 15) (default 1)))

; ---------------------------------------------------------------- actions

; Something a card lets a person do. A card with several actions numbers them by `id`. `joint`: doing this leads to
; the card's other action ("… then …"). `occupied`: somebody stands there in this round.
(defclass ACTION (is-a USER)
  (role abstract)
  (slot card (type SYMBOL))
  (slot id (type INTEGER) (default 1))
  (slot joint (type SYMBOL) (allowed-symbols FALSE TRUE))
  (slot occupied (type SYMBOL) (allowed-symbols FALSE TRUE)))

; Food at the start of a round, for as many rounds as `left` says: the well.
(defclass START-OF-ROUND (is-a ACTION)
  (role concrete) (pattern-match reactive)
  (slot left (type INTEGER) (default 5))
  (slot taken (type SYMBOL) (allowed-symbols FALSE TRUE)))

; Take all the goods that have piled up: `total` now, `each-round` more with each replenishing.
(defclass TAKE-GOODS (is-a ACTION)
  (role concrete) (pattern-match reactive)
  (slot good (type SYMBOL) (allowed-symbols wood clay stone reed vegetable grain sheep cattle boar food))
  (slot total (type INTEGER) (range 0 ?VARIABLE) (default 0))
  (slot each-round (type INTEGER) (default 1))
  (slot replenished (type SYMBOL) (allowed-symbols FALSE TRUE)))

; Turn `amount` of a good into food with an improvement. `bake`: it counts as baking bread, in the oven of that
; number; 0: it does not.
(defclass EXCHANGE-GOODS (is-a FIXED ACTION)
  (role concrete) (pattern-match reactive)
  (slot good (type SYMBOL) (allowed-symbols wood clay reed vegetable grain sheep cattle boar))
  (slot amount (type INTEGER) (default 1))
  (slot food (type INTEGER))
  (slot bake (type INTEGER) (range 0 6) (default 0)))

; Bake bread once, with any improvement of one's own that bakes.
(defclass BAKE-BREAD (is-a ACTION) (role concrete) (pattern-match reactive))

; Turn an empty land into a field.
(defclass PLOW (is-a ACTION) (role concrete) (pattern-match reactive))

; Put one of a crop into an empty field; it becomes `yield` of them.
(defclass SOW (is-a ACTION)
  (role concrete) (pattern-match reactive)
  (slot crop (type SYMBOL) (allowed-symbols grain vegetable))
  (slot yield (type INTEGER)))

; Build fences around one land or two: a pasture.
(defclass BUILD-FENCE (is-a ACTION) (role concrete) (pattern-match reactive))

; Build stables in pastures.
(defclass BUILD-STABLE (is-a ACTION) (role concrete) (pattern-match reactive))

; Build rooms on empty land.
(defclass BUILD-ROOM (is-a ACTION) (role concrete) (pattern-match reactive))

; Renew all rooms in the next material.
(defclass RENOVATE (is-a ACTION) (role concrete) (pattern-match reactive))

; A child is born. `room`: there must be a room free for it.
(defclass GROW-FAMILY (is-a ACTION)
  (role concrete) (pattern-match reactive)
  (slot room (type SYMBOL) (allowed-symbols TRUE FALSE)))

; Buy a major improvement.
(defclass TAKE-MAJOR-IMPROVEMENT (is-a ACTION) (role concrete) (pattern-match reactive))

; Be the starting player from the next round on.
(defclass CHANGE-STARTING-PLAYER (is-a ACTION) (role concrete) (pattern-match reactive))

; ---------------------------------------------------------------- cards

; `player`: the player who may use it; 0 none (yet), 1 or 2 that player, 3 both.
(defclass CARD (is-a USER)
  (role abstract)
  (slot title (type SYMBOL))
  (slot player (type INTEGER) (range 0 3) (default 0)))

; Printed on the board, for both from the start.
(defclass BOARD-CARD (is-a FIXED CARD)
  (role concrete) (pattern-match reactive)
  (slot player (source composite) (default 3)))

; Turned up in a round of its period, for both from then on.
(defclass ROUND-CARD (is-a CARD)
  (role concrete) (pattern-match reactive)
  (slot period (type INTEGER) (range 1 6)))

; Taken by a player who cannot feed a person.
(defclass BEGGING-CARD (is-a INTERCHANGEABLE CARD)
  (role concrete) (pattern-match reactive)
  (slot title (source composite) (default begging-card))
  (slot id (type INTEGER)))

; Bought once and kept. `fireplace`: it may be handed in for a hearth.
; `bonus-good`: the good that gives extra points at the end, by the rows of the score table with the card's title.
(defclass MAJOR-IMPROVEMENT (is-a CARD)
  (role abstract)
  (slot fireplace (type SYMBOL) (allowed-symbols FALSE TRUE))
  (slot points (type INTEGER))
  (slot bonus-good (type SYMBOL) (default none))
  (slot scored (type SYMBOL) (allowed-symbols FALSE TRUE)))

; Paid with one resource.
(defclass ONE-RESOURCE-IMPROVEMENT (is-a MAJOR-IMPROVEMENT)
  (role concrete) (pattern-match reactive)
  (slot resource (type SYMBOL))
  (slot cost (type INTEGER)))

; Paid with two resources; or, where the first is `fireplace`, with a fireplace or with the second resource.
(defclass TWO-RESOURCES-IMPROVEMENT (is-a MAJOR-IMPROVEMENT)
  (role concrete) (pattern-match reactive)
  (slot resource-1 (type SYMBOL))
  (slot cost-1 (type INTEGER))
  (slot resource-2 (type SYMBOL))
  (slot cost-2 (type INTEGER)))

; ---------------------------------------------------------------- the farm

; What stands on one of the 15 cells of a player's farm (a double pasture: on two). `id` holds the cells: one number,
; or two. Where on the farm a cell lies does not matter.
(defclass LAND (is-a INTERCHANGEABLE)
  (role abstract) (pattern-match non-reactive)
  (slot player (type INTEGER) (range 1 2))
  (multislot id (type INTEGER) (range 1 15) (cardinality 1 2)))

; Nothing stands there.
(defclass EMPTY-LAND (is-a LAND) (role concrete) (pattern-match reactive))

; Crops grow there: `amount` of `crop`. `gathered`: this harvest's one has been taken.
(defclass FIELD (is-a LAND)
  (role concrete) (pattern-match reactive)
  (slot crop (type SYMBOL) (allowed-symbols none grain vegetable))
  (slot amount (type INTEGER) (range 0 ?VARIABLE) (default 0))
  (slot gathered (type SYMBOL) (allowed-symbols FALSE TRUE)))

; Where animals find a place: `animals` of one species live there, and there is space for so many more.
(defclass SHELTER (is-a LAND)
  (role abstract) (pattern-match non-reactive)
  (slot animal (type SYMBOL) (allowed-symbols none sheep boar cattle))
  (slot animals (type INTEGER) (range 0 ?VARIABLE) (default 0))
  (slot space (type INTEGER) (range 0 ?VARIABLE) (default 0)))

; A room of the house, with space for one animal.
(defclass ROOM (is-a SHELTER)
  (role concrete) (pattern-match reactive)
  (slot material (type SYMBOL) (allowed-symbols wood clay stone))
  (slot space (source composite) (default 1)))

; One cell or two with fences around, 4 or 6 when it is finished; before that it has no space.
(defclass PASTURE (is-a SHELTER)
  (role concrete) (pattern-match reactive)
  (slot cells (type INTEGER) (range 1 2))
  (slot fences (type INTEGER) (range 1 6) (default 1))
  (slot stables (type INTEGER) (range 0 2) (default 0)))

; ---------------------------------------------------------------- goods

; How many of a good a player has. Animals count here wherever on the farm they live. `young`: in breeding an animal is
; `expected` until it has found a place, or none; then that is `done`.
(defclass GOODS (is-a USER)
  (role abstract)
  (slot player (type INTEGER) (range 1 2))
  (slot good (type SYMBOL))
  (slot kind (type SYMBOL) (allowed-symbols material crop animal food))
  (slot amount (type INTEGER) (range 0 ?VARIABLE) (default 0))
  (slot young (type SYMBOL) (allowed-symbols none expected done))
  (slot scored (type SYMBOL) (allowed-symbols FALSE TRUE)))

(defclass WOOD (is-a GOODS) (role concrete) (pattern-match reactive)
  (slot good (source composite) (default wood)) (slot kind (source composite) (default material)))
(defclass CLAY (is-a GOODS) (role concrete) (pattern-match reactive)
  (slot good (source composite) (default clay)) (slot kind (source composite) (default material)))
(defclass STONE (is-a GOODS) (role concrete) (pattern-match reactive)
  (slot good (source composite) (default stone)) (slot kind (source composite) (default material)))
(defclass REED (is-a GOODS) (role concrete) (pattern-match reactive)
  (slot good (source composite) (default reed)) (slot kind (source composite) (default material)))
(defclass GRAIN (is-a GOODS) (role concrete) (pattern-match reactive)
  (slot good (source composite) (default grain)) (slot kind (source composite) (default crop)))
(defclass VEGETABLE (is-a GOODS) (role concrete) (pattern-match reactive)
  (slot good (source composite) (default vegetable)) (slot kind (source composite) (default crop)))
(defclass SHEEP (is-a GOODS) (role concrete) (pattern-match reactive)
  (slot good (source composite) (default sheep)) (slot kind (source composite) (default animal)))
(defclass BOAR (is-a GOODS) (role concrete) (pattern-match reactive)
  (slot good (source composite) (default boar)) (slot kind (source composite) (default animal)))
(defclass CATTLE (is-a GOODS) (role concrete) (pattern-match reactive)
  (slot good (source composite) (default cattle)) (slot kind (source composite) (default animal)))
(defclass FOOD (is-a GOODS) (role concrete) (pattern-match reactive)
  (slot good (source composite) (default food)) (slot kind (source composite) (default food)))

; ---------------------------------------------------------------- counters

; How many of something a player has; `counts` says of what, in the words of the score table.
(defclass COUNTER (is-a USER)
  (role abstract)
  (slot player (type INTEGER) (range 1 2))
  (slot counts (type SYMBOL))
  (slot amount (type INTEGER) (range 0 ?VARIABLE) (default 0))
  (slot scored (type SYMBOL) (allowed-symbols FALSE TRUE)))

; `next`: the empty land to be used next, the one with the lowest number. Since cells are all alike, the others need
; not be looked at.
(defclass EMPTY-LAND-COUNTER (is-a COUNTER) (role concrete) (pattern-match reactive)
  (slot counts (source composite) (default empty-land))
  (slot next (type INTEGER) (range 1 16)))
; `material`: what all rooms of the house are built of.
(defclass ROOM-COUNTER (is-a COUNTER) (role concrete) (pattern-match reactive)
  (slot counts (source composite) (default room))
  (slot material (type SYMBOL) (allowed-symbols wood clay stone)))
(defclass FIELD-COUNTER (is-a COUNTER) (role concrete) (pattern-match reactive)
  (slot counts (source composite) (default field)))
(defclass PASTURE-COUNTER (is-a COUNTER) (role concrete) (pattern-match reactive)
  (slot counts (source composite) (default pasture)))
(defclass FENCE-COUNTER (is-a COUNTER) (role concrete) (pattern-match reactive)
  (slot counts (source composite) (default fence)))
(defclass STABLE-COUNTER (is-a COUNTER) (role concrete) (pattern-match reactive)
  (slot counts (source composite) (default stable)))
(defclass PERSON-COUNTER (is-a COUNTER) (role concrete) (pattern-match reactive)
  (slot counts (source composite) (default person)))
(defclass BEGGING-CARD-COUNTER (is-a COUNTER) (role concrete) (pattern-match reactive)
  (slot counts (source composite) (default begging-card)))

; ---------------------------------------------------------------- states (facts)
; (to-do <task>)                     something that happens once in this phase and has not happened yet
; (doing <task> <player> <card>)     an action that goes on as long as it can: taking-animals, sowing, building-fences,
;                                    building-stables, building-rooms, renovating
; (then <player> <card>)             the second half of a joint action comes next

; A player knows how to turn goods into food with an improvement of his own. Cards that give the same for the same
; count once.
(deftemplate exchange
  (slot player (type INTEGER))
  (slot good (type SYMBOL))
  (slot amount (type INTEGER))
  (slot food (type INTEGER))
  (slot bake (type INTEGER))
  (slot card (type SYMBOL)))

; How a scenario starts: a player's farm (pastures are double, finished, with two stables each), more goods in a
; player's store, more goods on a card.
(deftemplate farm
  (slot player (type INTEGER))
  (slot starting (type SYMBOL) (default FALSE))
  (slot people (type INTEGER) (default 2))
  (slot rooms (type INTEGER) (default 2))
  (slot fields (type INTEGER) (default 0))
  (slot pastures (type INTEGER) (default 0)))
(deftemplate store
  (slot player (type INTEGER))
  (slot good (type SYMBOL))
  (slot amount (type INTEGER)))
(deftemplate pile
  (slot card (type SYMBOL))
  (slot amount (type INTEGER)))
