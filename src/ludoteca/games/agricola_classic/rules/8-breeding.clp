; Harvest: breeding.

; One young of every species of which there are two or more.
(defrule expect-young
  (declare (salience ?*expect-young*))
  (object (is-a PHASE) (now breeding))
  ?goods <- (object (is-a GOODS) (kind animal) (young none) (amount ?amount&:(>= ?amount 2)) (good ?animal)
    (player ?player))
  =>
  (modify-instance ?goods (young expected)))

; The young lives in a room that has no animal yet.
(defrule settle-young-in-room "?player: settle ?animal in house"
  (declare (salience ?*settle-young*))
  (object (is-a PHASE) (now breeding))
  (object (is-a PLAYER) (turn TRUE) (id ?player))
  ?goods <- (object (is-a GOODS) (player ?player) (young expected) (good ?animal))
  ?room <- (object (is-a ROOM) (player ?player) (space ~0))
  =>
  (modify-instance ?goods (young done))
  (settle ?player ?room ?animal))

; The young lives in a pasture, empty or of its species, that is not full.
(defrule settle-young-in-pasture
  "?player: settle ?animal in pasture cells=?cells stables=?stables animals=?animals"
  (declare (salience ?*settle-young*))
  (object (is-a PHASE) (now breeding))
  (object (is-a PLAYER) (turn TRUE) (id ?player))
  ?goods <- (object (is-a GOODS) (player ?player) (young expected) (good ?animal))
  ?pasture <- (object (is-a PASTURE) (player ?player) (space ~0) (animal none|?animal)
    (cells ?cells) (stables ?stables) (animals ?animals))
  =>
  (modify-instance ?goods (young done))
  (settle ?player ?pasture ?animal))

; Nowhere to live: the young is lost.
(defrule lose-young
  (declare (salience ?*lose-young*))
  (object (is-a PHASE) (now breeding))
  (object (is-a PLAYER) (turn TRUE) (id ?player))
  ?goods <- (object (is-a GOODS) (player ?player) (young expected) (good ?animal))
  =>
  (modify-instance ?goods (young done)))

; The first player's young are settled: the other player's turn.
(defrule breed-on-other-farm
  (declare (salience ?*turn*))
  (object (is-a PHASE) (now breeding))
  ?done <- (object (is-a PLAYER) (turn TRUE))
  ?next <- (object (is-a PLAYER) (turn FALSE) (id ?player))
  (exists (object (is-a GOODS) (player ?player) (young expected)))
  =>
  (give-turn ?next ?done))

; All young are settled or lost: the next round.
(defrule end-harvest
  (declare (salience ?*change-of-phase*))
  ?phase <- (object (is-a PHASE) (now breeding) (round ?round))
  =>
  (begin-round ?phase (+ ?round 1)))
