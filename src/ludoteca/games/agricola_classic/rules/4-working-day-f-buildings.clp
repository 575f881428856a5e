; The working day: stables, rooms, renovating.

; ---------------------------------------------------------------- stables, as many as possible

; A stable in a finished pasture that has a cell without one.
(defrule build-stable
  "?player: build stable in pasture cells=?cells stables=?stables animals=?animals animal=?animal"
  (declare (salience ?*action*))
  (object (is-a PHASE) (now working-day))
  ?person <- (object (is-a PERSON) (action on-the-way) (player ?player))
  ?action <- (object (is-a BUILD-STABLE) (occupied FALSE) (card ?card))
  (object (is-a CARD) (title ?card) (player 3))
  (object (is-a WOOD) (player ?player) (amount ?wood&:(>= ?wood ?*stable-wood*)))
  (object (is-a STABLE-COUNTER) (player ?player) (amount ?built&:(< ?built ?*most-stables*)))
  ?pasture <- (object (is-a PASTURE) (player ?player) (cells ?cells) (stables ?stables&:(< ?stables ?cells))
    (fences ?fences&:(= ?fences (fences-around ?cells))) (animals ?animals) (animal ?animal))
  =>
  (place ?person ?action)
  (assert (doing building-stables ?player ?card))
  (build-stable ?player ?pasture))

; And another one, while wood, stables and pastures last.
(defrule build-next-stable
  "?player: build stable in pasture cells=?cells stables=?stables animals=?animals animal=?animal"
  (declare (salience ?*recursive-action*))
  (object (is-a PHASE) (now working-day))
  (doing building-stables ?player ?card)
  (object (is-a WOOD) (player ?player) (amount ?wood&:(>= ?wood ?*stable-wood*)))
  (object (is-a STABLE-COUNTER) (player ?player) (amount ?built&:(< ?built ?*most-stables*)))
  ?pasture <- (object (is-a PASTURE) (player ?player) (cells ?cells) (stables ?stables&:(< ?stables ?cells))
    (fences ?fences&:(= ?fences (fences-around ?cells))) (animals ?animals) (animal ?animal))
  =>
  (build-stable ?player ?pasture))

; ---------------------------------------------------------------- rooms, as many as possible

; A room of what the house is built of, on the next empty land.
(defrule build-room "?player: build room"
  (declare (salience ?*action*))
  (object (is-a PHASE) (now working-day))
  ?person <- (object (is-a PERSON) (action on-the-way) (player ?player))
  ?action <- (object (is-a BUILD-ROOM) (occupied FALSE) (card ?card))
  (object (is-a CARD) (title ?card) (player 3))
  (object (is-a ROOM-COUNTER) (player ?player) (material ?material) (amount ?rooms&:(< ?rooms ?*most-rooms*)))
  (object (is-a GOODS) (player ?player) (good ?material) (amount ?held&:(>= ?held ?*room-material*)))
  (object (is-a REED) (player ?player) (amount ?reed&:(>= ?reed ?*room-reed*)))
  (object (is-a EMPTY-LAND-COUNTER) (player ?player) (amount ~0) (next ?cell))
  =>
  (place ?person ?action)
  (assert (doing building-rooms ?player ?card))
  (build-room ?player ?cell ?material))

; And another one, while material, reed and land last.
(defrule build-next-room "?player: build room"
  (declare (salience ?*recursive-action*))
  (object (is-a PHASE) (now working-day))
  (doing building-rooms ?player ?card)
  (object (is-a ROOM-COUNTER) (player ?player) (material ?material) (amount ?rooms&:(< ?rooms ?*most-rooms*)))
  (object (is-a GOODS) (player ?player) (good ?material) (amount ?held&:(>= ?held ?*room-material*)))
  (object (is-a REED) (player ?player) (amount ?reed&:(>= ?reed ?*room-reed*)))
  (object (is-a EMPTY-LAND-COUNTER) (player ?player) (amount ~0) (next ?cell))
  =>
  (build-room ?player ?cell ?material))

; ---------------------------------------------------------------- renovating: the whole house or nothing

; There must be enough of the next material, and of reed, for all rooms.
(defrule renovate "?player: renovate at ?card"
  (declare (salience ?*action*))
  (object (is-a PHASE) (now working-day))
  ?person <- (object (is-a PERSON) (action on-the-way) (player ?player))
  ?action <- (object (is-a RENOVATE) (occupied FALSE) (card ?card) (joint TRUE))
  (object (is-a CARD) (title ?card) (player 3))
  ?house <- (object (is-a ROOM-COUNTER) (player ?player) (material ?old) (amount ?rooms))
  (object (is-a GOODS) (player ?player) (good ?new&:(eq ?new (next-material ?old))) (amount ?held&:(>= ?held ?rooms)))
  (object (is-a REED) (player ?player) (amount ?reed&:(>= ?reed ?rooms)))
  =>
  (place ?person ?action)
  (modify-instance ?house (material ?new))
  (assert (doing renovating ?player ?card))
  (assert (then ?player ?card)))

; Room by room: the house's new material tells those still to be renewed.
(defrule renovate-room
  (declare (salience ?*recursive-action*))
  (object (is-a PHASE) (now working-day))
  (doing renovating ?player ?card)
  (object (is-a ROOM-COUNTER) (player ?player) (material ?new))
  ?room <- (object (is-a ROOM) (player ?player) (material ?old&~?new))
  =>
  (pay ?player ?new 1)
  (pay ?player reed 1)
  (modify-instance ?room (material ?new)))
