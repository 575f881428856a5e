; The working day: taking goods, baking bread, becoming the starting player.

; Take everything that has piled up on a card. Animals need a place, so they have rules of their own.
(defrule take-goods "?player: take ?good from ?card"
  (declare (salience ?*action*))
  (object (is-a PHASE) (now working-day))
  ?person <- (object (is-a PERSON) (action on-the-way) (player ?player))
  ?action <- (object (is-a TAKE-GOODS) (occupied FALSE) (total ?amount&~0) (card ?card)
    (good ?good&~sheep&~boar&~cattle))
  (object (is-a CARD) (title ?card) (player 3))
  =>
  (place ?person ?action)
  (add (goods ?player ?good) ?amount)
  (modify-instance ?action (total 0)))

; Bake bread once with an improvement of one's own.
(defrule bake-bread "?player: bake ?amount grain for ?food food"
  (declare (salience ?*action*))
  (object (is-a PHASE) (now working-day))
  ?person <- (object (is-a PERSON) (action on-the-way) (player ?player))
  ?action <- (object (is-a BAKE-BREAD) (occupied FALSE) (card ?card))
  (object (is-a CARD) (title ?card) (player 3))
  (exchange (player ?player) (bake ~0) (amount ?amount) (food ?food) (card ?oven))
  (object (is-a GRAIN) (player ?player) (amount ?grain&:(>= ?grain ?amount)))
  =>
  (place ?person ?action)
  (pay ?player grain ?amount)
  (add (goods ?player food) ?food))

; Begin from the next round on. Who begins already may take the card too, to go on beginning.
(defrule become-starting-player "?player: become starting player"
  (declare (salience ?*action*))
  (object (is-a PHASE) (now working-day))
  ?person <- (object (is-a PERSON) (action on-the-way) (player ?player))
  ?action <- (object (is-a CHANGE-STARTING-PLAYER) (occupied FALSE) (card ?card))
  (object (is-a CARD) (title ?card) (player 3))
  ?me <- (object (is-a PLAYER) (id ?player))
  ?other <- (object (is-a PLAYER) (id ~?player))
  =>
  (place ?person ?action)
  (modify-instance ?other (starting FALSE))
  (modify-instance ?me (starting TRUE)))
