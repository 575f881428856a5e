; The working day: major improvements, bought by themselves or as the second half of a joint action.

; ---------------------------------------------------------------- by themselves

; An improvement that costs one resource.
(defrule buy-for-one-resource "?player: buy ?improvement"
  (declare (salience ?*action*))
  (object (is-a PHASE) (now working-day))
  ?person <- (object (is-a PERSON) (action on-the-way) (player ?player))
  ?action <- (object (is-a TAKE-MAJOR-IMPROVEMENT) (id 1) (occupied FALSE) (card ?card))
  (object (is-a CARD) (title ?card) (player 3))
  ?bought <- (object (is-a ONE-RESOURCE-IMPROVEMENT) (player 0) (title ?improvement) (resource ?good) (cost ?cost))
  (object (is-a GOODS) (player ?player) (good ?good) (amount ?held&:(>= ?held ?cost)))
  =>
  (place ?person ?action)
  (pay ?player ?good ?cost)
  (modify-instance ?bought (player ?player)))

; An improvement that costs two resources; a hearth is no such, whatever its card says first.
(defrule buy-for-two-resources "?player: buy ?improvement"
  (declare (salience ?*action*))
  (object (is-a PHASE) (now working-day))
  ?person <- (object (is-a PERSON) (action on-the-way) (player ?player))
  ?action <- (object (is-a TAKE-MAJOR-IMPROVEMENT) (id 1) (occupied FALSE) (card ?card))
  (object (is-a CARD) (title ?card) (player 3))
  ?bought <- (object (is-a TWO-RESOURCES-IMPROVEMENT) (player 0) (title ?improvement)
    (resource-1 ?good-1&~fireplace) (cost-1 ?cost-1) (resource-2 ?good-2) (cost-2 ?cost-2))
  (object (is-a GOODS) (player ?player) (good ?good-1) (amount ?held-1&:(>= ?held-1 ?cost-1)))
  (object (is-a GOODS) (player ?player) (good ?good-2) (amount ?held-2&:(>= ?held-2 ?cost-2)))
  =>
  (place ?person ?action)
  (pay ?player ?good-1 ?cost-1)
  (pay ?player ?good-2 ?cost-2)
  (modify-instance ?bought (player ?player)))

; A hearth is paid in clay where there is enough: the fireplace is worth keeping.
(defrule buy-hearth-for-clay "?player: buy ?improvement"
  (declare (salience ?*action*))
  (object (is-a PHASE) (now working-day))
  ?person <- (object (is-a PERSON) (action on-the-way) (player ?player))
  ?action <- (object (is-a TAKE-MAJOR-IMPROVEMENT) (id 1) (occupied FALSE) (card ?card))
  (object (is-a CARD) (title ?card) (player 3))
  ?bought <- (object (is-a TWO-RESOURCES-IMPROVEMENT) (player 0) (title ?improvement)
    (resource-1 fireplace) (resource-2 ?good) (cost-2 ?cost))
  (object (is-a GOODS) (player ?player) (good ?good) (amount ?held&:(>= ?held ?cost)))
  =>
  (place ?person ?action)
  (pay ?player ?good ?cost)
  (modify-instance ?bought (player ?player)))

; Without enough clay, hand in a fireplace for it.
(defrule buy-hearth-for-fireplace "?player: buy ?improvement for ?fireplace"
  (declare (salience ?*action*))
  (object (is-a PHASE) (now working-day))
  ?person <- (object (is-a PERSON) (action on-the-way) (player ?player))
  ?action <- (object (is-a TAKE-MAJOR-IMPROVEMENT) (id 1) (occupied FALSE) (card ?card))
  (object (is-a CARD) (title ?card) (player 3))
  ?bought <- (object (is-a TWO-RESOURCES-IMPROVEMENT) (player 0) (title ?improvement)
    (resource-1 fireplace) (resource-2 ?good) (cost-2 ?cost))
  (object (is-a GOODS) (player ?player) (good ?good) (amount ?held&:(< ?held ?cost)))
  ?handed-in <- (object (is-a MAJOR-IMPROVEMENT) (fireplace TRUE) (player ?player) (title ?fireplace))
  =>
  (place ?person ?action)
  (modify-instance ?handed-in (player 0))
  (modify-instance ?bought (player ?player)))

; ---------------------------------------------------------------- as the second half of a joint action

; The same four once more. Buying ends the joint action, so that there is one improvement and no more.
(defrule then-buy-for-one-resource "?player: buy ?improvement"
  (declare (salience ?*joint-action*))
  (object (is-a PHASE) (now working-day))
  ?state <- (then ?player ?card)
  (object (is-a TAKE-MAJOR-IMPROVEMENT) (card ?card) (id 2))
  ?bought <- (object (is-a ONE-RESOURCE-IMPROVEMENT) (player 0) (title ?improvement) (resource ?good) (cost ?cost))
  (object (is-a GOODS) (player ?player) (good ?good) (amount ?held&:(>= ?held ?cost)))
  =>
  (retract ?state)
  (pay ?player ?good ?cost)
  (modify-instance ?bought (player ?player)))

; An improvement that costs two resources.
(defrule then-buy-for-two-resources "?player: buy ?improvement"
  (declare (salience ?*joint-action*))
  (object (is-a PHASE) (now working-day))
  ?state <- (then ?player ?card)
  (object (is-a TAKE-MAJOR-IMPROVEMENT) (card ?card) (id 2))
  ?bought <- (object (is-a TWO-RESOURCES-IMPROVEMENT) (player 0) (title ?improvement)
    (resource-1 ?good-1&~fireplace) (cost-1 ?cost-1) (resource-2 ?good-2) (cost-2 ?cost-2))
  (object (is-a GOODS) (player ?player) (good ?good-1) (amount ?held-1&:(>= ?held-1 ?cost-1)))
  (object (is-a GOODS) (player ?player) (good ?good-2) (amount ?held-2&:(>= ?held-2 ?cost-2)))
  =>
  (retract ?state)
  (pay ?player ?good-1 ?cost-1)
  (pay ?player ?good-2 ?cost-2)
  (modify-instance ?bought (player ?player)))

; A hearth for clay.
(defrule then-buy-hearth-for-clay "?player: buy ?improvement"
  (declare (salience ?*joint-action*))
  (object (is-a PHASE) (now working-day))
  ?state <- (then ?player ?card)
  (object (is-a TAKE-MAJOR-IMPROVEMENT) (card ?card) (id 2))
  ?bought <- (object (is-a TWO-RESOURCES-IMPROVEMENT) (player 0) (title ?improvement)
    (resource-1 fireplace) (resource-2 ?good) (cost-2 ?cost))
  (object (is-a GOODS) (player ?player) (good ?good) (amount ?held&:(>= ?held ?cost)))
  =>
  (retract ?state)
  (pay ?player ?good ?cost)
  (modify-instance ?bought (player ?player)))

; A hearth for a fireplace, without enough clay.
(defrule then-buy-hearth-for-fireplace "?player: buy ?improvement for ?fireplace"
  (declare (salience ?*joint-action*))
  (object (is-a PHASE) (now working-day))
  ?state <- (then ?player ?card)
  (object (is-a TAKE-MAJOR-IMPROVEMENT) (card ?card) (id 2))
  ?bought <- (object (is-a TWO-RESOURCES-IMPROVEMENT) (player 0) (title ?improvement)
    (resource-1 fireplace) (resource-2 ?good) (cost-2 ?cost))
  (object (is-a GOODS) (player ?player) (good ?good) (amount ?held&:(< ?held ?cost)))
  ?handed-in <- (object (is-a MAJOR-IMPROVEMENT) (fireplace TRUE) (player ?player) (title ?fireplace))
  =>
  (retract ?state)
  (modify-instance ?handed-in (player 0))
  (modify-instance ?bought (player ?player)))
