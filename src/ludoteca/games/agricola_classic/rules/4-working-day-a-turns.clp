; The working day: whose person goes to work next. One person is on the way at a time; the rules of the actions are
; about that person only, so they need not ask whose turn it is.

; The turn goes to the other player, and the first person at home sets out. People are all alike: the one with the
; lowest number stands for the others.
(defrule change-turn
  (declare (salience ?*turn*))
  (object (is-a PHASE) (now working-day))
  (not (object (is-a PERSON) (action on-the-way)))
  ?last <- (object (is-a PLAYER) (turn TRUE))
  ?next <- (object (is-a PLAYER) (turn FALSE) (id ?player))
  ?person <- (object (is-a PERSON) (player ?player) (action none) (id ?id))
  (not (object (is-a PERSON) (player ?player) (action none) (id ?lower&:(< ?lower ?id))))
  =>
  (give-turn ?next ?last)
  (modify-instance ?person (action on-the-way)))

; Families of different size: the other player has no person left at home, so the same player plays again.
(defrule keep-turn
  (declare (salience ?*turn*))
  (object (is-a PHASE) (now working-day))
  (not (object (is-a PERSON) (action on-the-way)))
  (object (is-a PLAYER) (turn TRUE) (id ?player))
  (not (object (is-a PERSON) (player ~?player) (action none)))
  ?person <- (object (is-a PERSON) (player ?player) (action none) (id ?id))
  (not (object (is-a PERSON) (player ?player) (action none) (id ?lower&:(< ?lower ?id))))
  =>
  (modify-instance ?person (action on-the-way)))

; A card is used by one person a round, whatever else it offers.
(defrule occupy-whole-card
  (declare (salience ?*bookkeeping*))
  (object (is-a PHASE) (now working-day))
  (object (is-a ACTION) (card ?card) (occupied TRUE))
  ?action <- (object (is-a ACTION) (card ?card) (occupied FALSE))
  =>
  (modify-instance ?action (occupied TRUE)))

; A recursive action ends when no further step is possible; later goods do not resume it.
(defrule finish-action
  (declare (salience ?*end-of-recursion*))
  (object (is-a PHASE) (now working-day))
  ?state <- (doing ?task ?player ?card)
  =>
  (retract ?state))

; The second half of a joint action cannot be done.
(defrule leave-out-second-half
  (declare (salience ?*end-of-joint*))
  (object (is-a PHASE) (now working-day))
  ?state <- (then ?player ?card)
  =>
  (retract ?state))

; Nothing can be done: the person rests.
(defrule rest
  (declare (salience ?*rest*))
  (object (is-a PHASE) (now working-day))
  ?person <- (object (is-a PERSON) (player ?player) (action on-the-way))
  =>
  (modify-instance ?person (action rest)))

; Everybody has acted or rested: home.
(defrule end-working-day
  (declare (salience ?*change-of-phase*))
  ?phase <- (object (is-a PHASE) (now working-day))
  (not (object (is-a PERSON) (action none|on-the-way)))
  =>
  (modify-instance ?phase (now return-home)))
