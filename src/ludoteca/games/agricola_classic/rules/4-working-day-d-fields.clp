; The working day: plowing and sowing.

; Turn the next empty land into a field.
(defrule plow "?player: plow at ?card"
  (declare (salience ?*action*))
  (object (is-a PHASE) (now working-day))
  ?person <- (object (is-a PERSON) (action on-the-way) (player ?player))
  ?action <- (object (is-a PLOW) (occupied FALSE) (card ?card))
  (object (is-a CARD) (title ?card) (player 3))
  (object (is-a EMPTY-LAND-COUNTER) (player ?player) (amount ~0) (next ?cell))
  =>
  (place ?person ?action)
  (plow-field ?player ?cell))

; Sow a first field.
(defrule sow "?player: sow ?crop at ?card"
  (declare (salience ?*action*))
  (object (is-a PHASE) (now working-day))
  ?person <- (object (is-a PERSON) (action on-the-way) (player ?player))
  ?action <- (object (is-a SOW) (occupied FALSE) (card ?card) (crop ?crop) (yield ?yield))
  (object (is-a CARD) (title ?card) (player 3))
  (object (is-a GOODS) (player ?player) (good ?crop) (amount ~0))
  ?field <- (object (is-a FIELD) (player ?player) (crop none))
  =>
  (place ?person ?action)
  (assert (doing sowing ?player ?card))
  (sow-field ?player ?field ?crop ?yield))

; Go on until there is no empty field or nothing to sow: as many fields as possible.
(defrule sow-next "?player: sow ?crop"
  (declare (salience ?*recursive-action*))
  (object (is-a PHASE) (now working-day))
  (doing sowing ?player ?card)
  (object (is-a SOW) (card ?card) (crop ?crop) (yield ?yield))
  (object (is-a GOODS) (player ?player) (good ?crop) (amount ~0))
  ?field <- (object (is-a FIELD) (player ?player) (crop none))
  =>
  (sow-field ?player ?field ?crop ?yield))
