; Replenishing: goods pile up on the cards in play.

; More goods on a card, added to those that were not taken.
(defrule replenish
  (declare (salience ?*phase*))
  (object (is-a PHASE) (now replenishing))
  ?action <- (object (is-a TAKE-GOODS) (replenished FALSE) (card ?card) (good ?good) (each-round ?more) (total ?total))
  (object (is-a CARD) (title ?card) (player 3))
  =>
  (modify-instance ?action (total (+ ?total ?more)) (replenished TRUE)))

; The first person of the player in turn goes to work.
(defrule begin-working-day
  (declare (salience ?*change-of-phase*))
  ?phase <- (object (is-a PHASE) (now replenishing))
  (object (is-a PLAYER) (turn TRUE) (id ?player))
  ?person <- (object (is-a PERSON) (player ?player) (action none) (id ?id))
  (not (object (is-a PERSON) (player ?player) (action none) (id ?lower&:(< ?lower ?id))))
  =>
  (modify-instance ?phase (now working-day))
  (modify-instance ?person (action on-the-way)))
