; The working day: growing the family.

; A child is born where there are more rooms than people.
(defrule grow-family "?player: grow family"
  (declare (salience ?*action*))
  (object (is-a PHASE) (now working-day))
  ?person <- (object (is-a PERSON) (action on-the-way) (player ?player))
  ?action <- (object (is-a GROW-FAMILY) (room TRUE) (occupied FALSE) (card ?card) (id ?id))
  (object (is-a CARD) (title ?card) (player 3))
  (object (is-a PERSON-COUNTER) (player ?player) (amount ?people&:(< ?people ?*most-people*)))
  (object (is-a ROOM-COUNTER) (player ?player) (amount ?rooms&:(> ?rooms ?people)))
  =>
  (place ?person ?action)
  (bear ?player ?people ?card ?id))

; A child is born, room or no room.
(defrule grow-family-without-room "?player: grow family without room"
  (declare (salience ?*action*))
  (object (is-a PHASE) (now working-day))
  ?person <- (object (is-a PERSON) (action on-the-way) (player ?player))
  ?action <- (object (is-a GROW-FAMILY) (room FALSE) (occupied FALSE) (card ?card) (id ?id))
  (object (is-a CARD) (title ?card) (player 3))
  (object (is-a PERSON-COUNTER) (player ?player) (amount ?people&:(< ?people ?*most-people*)))
  =>
  (place ?person ?action)
  (bear ?player ?people ?card ?id))
