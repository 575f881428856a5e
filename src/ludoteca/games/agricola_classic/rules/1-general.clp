; Rules that belong to no phase.

; Lay out a player's farm as the scenario describes it: first rooms, then fields, then pastures; all else is empty.
; Some people (two, unless it says otherwise), and a store of every good.
(defrule lay-out-farm
  (declare (salience ?*set-up*))
  ?farm <- (farm (player ?player) (starting ?starting) (people ?people) (rooms ?rooms) (fields ?fields) (pastures ?pastures))
  =>
  (retract ?farm)
  (make-instance (sym-cat player- ?player) of PLAYER (id ?player) (starting ?starting) (turn ?starting))
  (loop-for-count (?person 1 ?people)
    (make-instance (sym-cat person- ?player - ?person) of PERSON (player ?player) (id ?person)))
  (foreach ?good (create$ wood clay stone reed grain vegetable sheep boar cattle food)
    (make-instance (sym-cat ?good - ?player) of (upcase ?good) (player ?player)))
  (loop-for-count (?cell 1 ?rooms)
    (make-instance (land-name ?player ?cell) of ROOM (player ?player) (id ?cell)))
  (loop-for-count (?cell (+ ?rooms 1) (+ ?rooms ?fields))
    (make-instance (land-name ?player ?cell) of FIELD (player ?player) (id ?cell)))
  (bind ?next (+ ?rooms ?fields 1))
  (loop-for-count ?pastures
    (make-instance (land-name ?player ?next) of PASTURE
      (player ?player) (id ?next (+ ?next 1)) (cells 2) (fences 6) (stables 2) (space 16))
    (bind ?next (+ ?next 2)))
  (loop-for-count (?cell ?next ?*cells*)
    (make-instance (land-name ?player ?cell) of EMPTY-LAND (player ?player) (id ?cell)))
  (make-instance (sym-cat empty-land-counter- ?player) of EMPTY-LAND-COUNTER
    (player ?player) (amount (- (+ ?*cells* 1) ?next)) (next ?next))
  (make-instance (sym-cat room-counter- ?player) of ROOM-COUNTER (player ?player) (amount ?rooms))
  (make-instance (sym-cat field-counter- ?player) of FIELD-COUNTER (player ?player) (amount ?fields))
  (make-instance (sym-cat pasture-counter- ?player) of PASTURE-COUNTER (player ?player) (amount ?pastures))
  (make-instance (sym-cat fence-counter- ?player) of FENCE-COUNTER (player ?player) (amount (* 6 ?pastures)))
  (make-instance (sym-cat stable-counter- ?player) of STABLE-COUNTER (player ?player) (amount (* 2 ?pastures)))
  (make-instance (sym-cat person-counter- ?player) of PERSON-COUNTER (player ?player) (amount ?people))
  (make-instance (sym-cat begging-card-counter- ?player) of BEGGING-CARD-COUNTER (player ?player)))

; Fill a player's store.
(defrule fill-store
  (declare (salience ?*set-up*))
  ?store <- (store (player ?player) (good ?good) (amount ?amount))
  ?goods <- (object (is-a GOODS) (player ?player) (good ?good))
  =>
  (retract ?store)
  (add ?goods ?amount))

; Pile up goods on a card.
(defrule pile-up
  (declare (salience ?*set-up*))
  ?pile <- (pile (card ?card) (amount ?amount))
  ?action <- (object (is-a TAKE-GOODS) (card ?card) (good ?good) (total ?total))
  =>
  (retract ?pile)
  (modify-instance ?action (total (+ ?total ?amount))))

; Fourteen rounds are over: count.
(defrule last-round
  (declare (salience ?*last-round*))
  ?phase <- (object (is-a PHASE) (round 15) (now ~scoring&~over))
  =>
  (modify-instance ?phase (now scoring)))

; A room or pasture that its last animal has left may take in any species again.
(defrule leave-shelter-empty
  (declare (salience ?*bookkeeping*))
  ?shelter <- (object (is-a SHELTER) (animals 0) (animal ?animal&~none) (player ?player))
  =>
  (modify-instance ?shelter (animal none)))

; With a new improvement a player can turn something into food in a way he could not before. If there are two such cards
; at once, the first by title teaches it.
(defrule learn-exchange
  (declare (salience ?*bookkeeping*))
  (object (is-a MAJOR-IMPROVEMENT) (title ?card) (player ?player&~0))
  (object (is-a EXCHANGE-GOODS) (card ?card) (good ?good) (amount ?amount) (food ?food) (bake ?bake))
  (not (exchange (player ?player) (good ?good) (amount ?amount) (food ?food)))
  (not (and
    (object (is-a EXCHANGE-GOODS) (good ?good) (amount ?amount) (food ?food)
      (card ?twin&:(< (str-compare ?twin ?card) 0)))
    (object (is-a MAJOR-IMPROVEMENT) (title ?twin) (player ?player))))
  =>
  (assert (exchange (player ?player) (good ?good) (amount ?amount) (food ?food) (bake ?bake) (card ?card))))

; A fireplace that was handed in is of no more use.
(defrule forget-exchange
  (declare (salience ?*bookkeeping*))
  ?exchange <- (exchange (player ?player) (good ?good) (amount ?amount) (food ?food) (card ?card))
  (object (is-a MAJOR-IMPROVEMENT) (title ?card) (player ~?player))
  =>
  (retract ?exchange))
