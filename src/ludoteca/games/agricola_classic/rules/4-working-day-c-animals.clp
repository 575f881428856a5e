; The working day: taking animals. They are led away one by one, each into a room or a pasture with space for its
; species; only those that find none may be cooked, and what cannot be cooked stays on the card.

; ---------------------------------------------------------------- the first animal: a person steps onto the card

; The first animal lives in a room that has none yet.
(defrule take-animal-into-room "?player: take ?animal into house"
  (declare (salience ?*action*))
  (object (is-a PHASE) (now working-day))
  ?person <- (object (is-a PERSON) (action on-the-way) (player ?player))
  ?action <- (object (is-a TAKE-GOODS) (occupied FALSE) (total ~0) (card ?card) (good ?animal&sheep|boar|cattle))
  (object (is-a CARD) (title ?card) (player 3))
  ?room <- (object (is-a ROOM) (player ?player) (space ~0))
  =>
  (place ?person ?action)
  (assert (doing taking-animals ?player ?card))
  (lead-away ?action)
  (settle ?player ?room ?animal))

; The first animal goes to a finished pasture, empty or of its species, that is not full.
(defrule take-animal-into-pasture
  "?player: take ?animal into pasture cells=?cells stables=?stables animals=?animals"
  (declare (salience ?*action*))
  (object (is-a PHASE) (now working-day))
  ?person <- (object (is-a PERSON) (action on-the-way) (player ?player))
  ?action <- (object (is-a TAKE-GOODS) (occupied FALSE) (total ~0) (card ?card) (good ?animal&sheep|boar|cattle))
  (object (is-a CARD) (title ?card) (player 3))
  ?pasture <- (object (is-a PASTURE) (player ?player) (space ~0) (animal none|?animal)
    (cells ?cells) (stables ?stables) (animals ?animals))
  =>
  (place ?person ?action)
  (assert (doing taking-animals ?player ?card))
  (lead-away ?action)
  (settle ?player ?pasture ?animal))

; With no place anywhere, the first animal is cooked: better alive than eaten, so only then.
(defrule take-animal-to-cook "?player: cook ?animal for ?food food"
  (declare (salience ?*action*))
  (object (is-a PHASE) (now working-day))
  ?person <- (object (is-a PERSON) (action on-the-way) (player ?player))
  ?action <- (object (is-a TAKE-GOODS) (occupied FALSE) (total ~0) (card ?card) (good ?animal&sheep|boar|cattle))
  (object (is-a CARD) (title ?card) (player 3))
  (exchange (player ?player) (good ?animal) (food ?food) (card ?stove))
  (not (object (is-a SHELTER) (player ?player) (space ~0) (animal none|?animal)))
  =>
  (place ?person ?action)
  (assert (doing taking-animals ?player ?card))
  (lead-away ?action)
  (add (goods ?player food) ?food))

; ---------------------------------------------------------------- the others

; One more, into a room.
(defrule next-animal-into-room "?player: take ?animal into house"
  (declare (salience ?*recursive-action*))
  (object (is-a PHASE) (now working-day))
  (doing taking-animals ?player ?card)
  ?action <- (object (is-a TAKE-GOODS) (card ?card) (total ~0) (good ?animal))
  ?room <- (object (is-a ROOM) (player ?player) (space ~0))
  =>
  (lead-away ?action)
  (settle ?player ?room ?animal))

; One more, into a pasture.
(defrule next-animal-into-pasture
  "?player: take ?animal into pasture cells=?cells stables=?stables animals=?animals"
  (declare (salience ?*recursive-action*))
  (object (is-a PHASE) (now working-day))
  (doing taking-animals ?player ?card)
  ?action <- (object (is-a TAKE-GOODS) (card ?card) (total ~0) (good ?animal))
  ?pasture <- (object (is-a PASTURE) (player ?player) (space ~0) (animal none|?animal)
    (cells ?cells) (stables ?stables) (animals ?animals))
  =>
  (lead-away ?action)
  (settle ?player ?pasture ?animal))

; One more that finds no place is cooked.
(defrule next-animal-to-cook "?player: cook ?animal for ?food food"
  (declare (salience ?*recursive-action*))
  (object (is-a PHASE) (now working-day))
  (doing taking-animals ?player ?card)
  ?action <- (object (is-a TAKE-GOODS) (card ?card) (total ~0) (good ?animal))
  (exchange (player ?player) (good ?animal) (food ?food) (card ?stove))
  (not (object (is-a SHELTER) (player ?player) (space ~0) (animal none|?animal)))
  =>
  (lead-away ?action)
  (add (goods ?player food) ?food))
