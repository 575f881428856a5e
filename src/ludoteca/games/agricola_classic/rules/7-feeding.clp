; Harvest: feeding the family. Food in hand first, then improvements, then raw crops, and begging when all else fails.
; As soon as there is food for one more person, that person is fed before anything else is turned into food.

; ---------------------------------------------------------------- 1. food in hand

; A newborn needs 1 food.
(defrule feed-newborn
  (declare (salience ?*feed-newborn*))
  (object (is-a PHASE) (now feeding))
  (object (is-a PLAYER) (turn TRUE) (id ?player))
  (object (is-a FOOD) (player ?player) (amount ?food&:(>= ?food ?*food-of-newborn*)))
  ?person <- (object (is-a PERSON) (player ?player) (fed FALSE) (newborn TRUE))
  =>
  (pay ?player food ?*food-of-newborn*)
  (modify-instance ?person (fed TRUE)))

; An adult needs 2.
(defrule feed-adult
  (declare (salience ?*feed-adult*))
  (object (is-a PHASE) (now feeding))
  (object (is-a PLAYER) (turn TRUE) (id ?player))
  (object (is-a FOOD) (player ?player) (amount ?food&:(>= ?food ?*food-of-adult*)))
  ?person <- (object (is-a PERSON) (player ?player) (fed FALSE) (newborn FALSE))
  =>
  (pay ?player food ?*food-of-adult*)
  (modify-instance ?person (fed TRUE)))

; ---------------------------------------------------------------- 2. improvements

; Goods from the store.
(defrule exchange-goods "?player: exchange ?amount ?good for ?food food"
  (declare (salience ?*use-improvement*))
  (object (is-a PHASE) (now feeding))
  (object (is-a PLAYER) (turn TRUE) (id ?player))
  (exists (object (is-a PERSON) (player ?player) (fed FALSE)))
  (exchange (player ?player) (good ?good&~sheep&~boar&~cattle) (amount ?amount) (food ?food) (card ?card))
  (object (is-a GOODS) (player ?player) (good ?good) (amount ?held&:(>= ?held ?amount)))
  =>
  (pay ?player ?good ?amount)
  (add (goods ?player food) ?food))

; An animal from the house.
(defrule exchange-animal-of-house "?player: exchange ?animal from house for ?food food"
  (declare (salience ?*use-improvement*))
  (object (is-a PHASE) (now feeding))
  (object (is-a PLAYER) (turn TRUE) (id ?player))
  (exists (object (is-a PERSON) (player ?player) (fed FALSE)))
  (exchange (player ?player) (good ?animal) (food ?food) (card ?card))
  ?room <- (object (is-a ROOM) (player ?player) (animal ?animal) (animals ~0))
  =>
  (take-out ?player ?room ?animal)
  (add (goods ?player food) ?food))

; An animal from a pasture.
(defrule exchange-animal-of-pasture
  "?player: exchange ?animal from pasture cells=?cells stables=?stables animals=?animals for ?food food"
  (declare (salience ?*use-improvement*))
  (object (is-a PHASE) (now feeding))
  (object (is-a PLAYER) (turn TRUE) (id ?player))
  (exists (object (is-a PERSON) (player ?player) (fed FALSE)))
  (exchange (player ?player) (good ?animal) (food ?food) (card ?card))
  ?pasture <- (object (is-a PASTURE) (player ?player) (animal ?animal) (animals ?animals&~0)
    (cells ?cells) (stables ?stables))
  =>
  (take-out ?player ?pasture ?animal)
  (add (goods ?player food) ?food))

; ---------------------------------------------------------------- 3. raw crops

; A grain or a vegetable as it is, for 1 food.
(defrule eat-crop "?player: eat ?crop"
  (declare (salience ?*eat-crop*))
  (object (is-a PHASE) (now feeding))
  (object (is-a PLAYER) (turn TRUE) (id ?player))
  (exists (object (is-a PERSON) (player ?player) (fed FALSE)))
  (object (is-a GOODS) (player ?player) (kind crop) (good ?crop) (amount ~0))
  =>
  (pay ?player ?crop 1)
  (add (goods ?player food) 1))

; ---------------------------------------------------------------- 4. begging

; A begging card for a person who cannot be fed.
(defrule beg
  (declare (salience ?*beg*))
  (object (is-a PHASE) (now feeding))
  (object (is-a PLAYER) (turn TRUE) (id ?player))
  ?person <- (object (is-a PERSON) (player ?player) (fed FALSE))
  (object (is-a BEGGING-CARD-COUNTER) (player ?player) (amount ?cards))
  =>
  (modify-instance ?person (fed TRUE))
  (add (counter ?player begging-card) 1)
  (make-instance (sym-cat begging-card- ?player - (+ ?cards 1)) of BEGGING-CARD (player ?player) (id (+ ?cards 1))))

; ---------------------------------------------------------------- turns

; The first family is fed: the other player's turn.
(defrule feed-other-family
  (declare (salience ?*turn*))
  (object (is-a PHASE) (now feeding))
  ?done <- (object (is-a PLAYER) (turn TRUE))
  ?next <- (object (is-a PLAYER) (turn FALSE) (id ?player))
  (exists (object (is-a PERSON) (player ?player) (fed FALSE)))
  =>
  (give-turn ?next ?done))

; Everybody is fed, one way or another. Again the starting player first.
(defrule begin-breeding
  (declare (salience ?*change-of-phase*))
  ?phase <- (object (is-a PHASE) (now feeding))
  ?starter <- (object (is-a PLAYER) (starting TRUE) (id ?player))
  ?other <- (object (is-a PLAYER) (starting FALSE))
  =>
  (modify-instance ?phase (now breeding))
  (give-turn ?starter ?other))
