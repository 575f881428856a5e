; The working day: fences. A pasture that has been begun is finished before another one is begun, and fences are built
; as long as there are wood and fences.

; ---------------------------------------------------------------- the first fence: a person steps onto the card

; Begin a pasture of one land, if no other is unfinished.
(defrule fence-single-pasture "?player: fence single"
  (declare (salience ?*action*))
  (object (is-a PHASE) (now working-day))
  ?person <- (object (is-a PERSON) (action on-the-way) (player ?player))
  ?action <- (object (is-a BUILD-FENCE) (id 1) (occupied FALSE) (card ?card))
  (object (is-a CARD) (title ?card) (player 3))
  (object (is-a WOOD) (player ?player) (amount ~0))
  (object (is-a FENCE-COUNTER) (player ?player) (amount ?fences&:(< ?fences ?*most-fences*)))
  (object (is-a EMPTY-LAND-COUNTER) (player ?player) (amount ~0) (next ?cell))
  (not (object (is-a PASTURE) (player ?player) (cells ?cells) (fences ?built&:(< ?built (fences-around ?cells)))))
  =>
  (place ?person ?action)
  (assert (doing building-fences ?player ?card))
  (begin-pasture ?player ?cell))

; Begin a pasture of two lands, if no other is unfinished.
(defrule fence-double-pasture "?player: fence double"
  (declare (salience ?*action*))
  (object (is-a PHASE) (now working-day))
  ?person <- (object (is-a PERSON) (action on-the-way) (player ?player))
  ?action <- (object (is-a BUILD-FENCE) (id 1) (occupied FALSE) (card ?card))
  (object (is-a CARD) (title ?card) (player 3))
  (object (is-a WOOD) (player ?player) (amount ~0))
  (object (is-a FENCE-COUNTER) (player ?player) (amount ?fences&:(< ?fences ?*most-fences*)))
  (object (is-a EMPTY-LAND-COUNTER) (player ?player) (amount ?empty&:(> ?empty 1)) (next ?cell))
  (not (object (is-a PASTURE) (player ?player) (cells ?cells) (fences ?built&:(< ?built (fences-around ?cells)))))
  =>
  (place ?person ?action)
  (assert (doing building-fences ?player ?card))
  (begin-pasture ?player ?cell (+ ?cell 1)))

; Go on with the pasture that was left unfinished.
(defrule fence-begun-pasture "?player: fence on"
  (declare (salience ?*action*))
  (object (is-a PHASE) (now working-day))
  ?person <- (object (is-a PERSON) (action on-the-way) (player ?player))
  ?action <- (object (is-a BUILD-FENCE) (id 1) (occupied FALSE) (card ?card))
  (object (is-a CARD) (title ?card) (player 3))
  (object (is-a WOOD) (player ?player) (amount ~0))
  (object (is-a FENCE-COUNTER) (player ?player) (amount ?fences&:(< ?fences ?*most-fences*)))
  ?pasture <- (object (is-a PASTURE) (player ?player) (cells ?cells)
    (fences ?built&:(< ?built (fences-around ?cells))))
  =>
  (place ?person ?action)
  (assert (doing building-fences ?player ?card))
  (go-on-fencing ?player ?pasture))

; ---------------------------------------------------------------- the others

; All pastures are finished and there is wood left: begin another one, of one land.
(defrule next-fence-single-pasture "?player: fence single"
  (declare (salience ?*recursive-action*))
  (object (is-a PHASE) (now working-day))
  (doing building-fences ?player ?card)
  (object (is-a WOOD) (player ?player) (amount ~0))
  (object (is-a FENCE-COUNTER) (player ?player) (amount ?fences&:(< ?fences ?*most-fences*)))
  (object (is-a EMPTY-LAND-COUNTER) (player ?player) (amount ~0) (next ?cell))
  (not (object (is-a PASTURE) (player ?player) (cells ?cells) (fences ?built&:(< ?built (fences-around ?cells)))))
  =>
  (begin-pasture ?player ?cell))

; Or of two.
(defrule next-fence-double-pasture "?player: fence double"
  (declare (salience ?*recursive-action*))
  (object (is-a PHASE) (now working-day))
  (doing building-fences ?player ?card)
  (object (is-a WOOD) (player ?player) (amount ~0))
  (object (is-a FENCE-COUNTER) (player ?player) (amount ?fences&:(< ?fences ?*most-fences*)))
  (object (is-a EMPTY-LAND-COUNTER) (player ?player) (amount ?empty&:(> ?empty 1)) (next ?cell))
  (not (object (is-a PASTURE) (player ?player) (cells ?cells) (fences ?built&:(< ?built (fences-around ?cells)))))
  =>
  (begin-pasture ?player ?cell (+ ?cell 1)))

; One more fence around the pasture that is not finished.
(defrule next-fence-begun-pasture "?player: fence on"
  (declare (salience ?*recursive-action*))
  (object (is-a PHASE) (now working-day))
  (doing building-fences ?player ?card)
  (object (is-a WOOD) (player ?player) (amount ~0))
  (object (is-a FENCE-COUNTER) (player ?player) (amount ?fences&:(< ?fences ?*most-fences*)))
  ?pasture <- (object (is-a PASTURE) (player ?player) (cells ?cells)
    (fences ?built&:(< ?built (fences-around ?cells))))
  =>
  (go-on-fencing ?player ?pasture))

; ---------------------------------------------------------------- as the second half of a joint action

; After renovating: from here on as if the person had come to fence.
(defrule then-fence
  (declare (salience ?*joint-action*))
  (object (is-a PHASE) (now working-day))
  ?state <- (then ?player ?card)
  (object (is-a BUILD-FENCE) (card ?card) (id 2))
  (object (is-a WOOD) (player ?player) (amount ~0))
  (object (is-a FENCE-COUNTER) (player ?player) (amount ?fences&:(< ?fences ?*most-fences*)))
  =>
  (retract ?state)
  (assert (doing building-fences ?player ?card)))
