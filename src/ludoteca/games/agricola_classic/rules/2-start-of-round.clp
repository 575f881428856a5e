; The start of a round: who begins, which card is new.

; The starting player begins, regardless of who had the turn before.
(defrule give-turn-to-starting-player
  (declare (salience ?*phase*))
  (object (is-a PHASE) (now start-of-round) (round ?round))
  ?task <- (to-do give-turn)
  ?starter <- (object (is-a PLAYER) (starting TRUE) (id ?player))
  ?other <- (object (is-a PLAYER) (starting FALSE))
  =>
  (retract ?task)
  (give-turn ?starter ?other))

; The well gives food in the five rounds after it was built.
(defrule draw-from-well
  (declare (salience ?*phase*))
  (object (is-a PHASE) (now start-of-round))
  ?well <- (object (is-a START-OF-ROUND) (card ?card) (left ?left&~0) (taken FALSE))
  (object (is-a MAJOR-IMPROVEMENT) (title ?card) (player ?player&~0))
  =>
  (modify-instance ?well (left (- ?left 1)) (taken TRUE))
  (add (goods ?player food) 1))

; Who was born in the last round is an adult from now on, since the harvest that asks for the difference is over.
(defrule come-of-age
  (declare (salience ?*phase*))
  (object (is-a PHASE) (now start-of-round))
  ?person <- (object (is-a PERSON) (player ?player) (newborn TRUE))
  =>
  (modify-instance ?person (newborn FALSE) (action none) (action-id 0)))

; Turn up one card of the period, for both players from now on.
(defrule turn-round-card "chance: turn ?card"
  (declare (salience ?*draw*))
  (object (is-a PHASE) (now start-of-round) (round ?round))
  ?task <- (to-do turn-card)
  (object (is-a ROUND) (number ?round) (period ?period))
  ?face-down <- (object (is-a ROUND-CARD) (period ?period) (player 0) (title ?card))
  =>
  (retract ?task)
  (modify-instance ?face-down (player 3)))

; The new card is there: on to replenishing.
(defrule end-start-of-round
  (declare (salience ?*change-of-phase*))
  ?phase <- (object (is-a PHASE) (now start-of-round) (round ~15))
  =>
  (modify-instance ?phase (now replenishing)))
