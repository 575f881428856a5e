; Counting the points.

; Crops that still stand on a field count like those in the store.
(defrule bring-in-crops
  (declare (salience ?*bring-in*))
  (object (is-a PHASE) (now scoring))
  ?field <- (object (is-a FIELD) (amount ?amount&~0) (crop ?crop) (player ?player))
  =>
  (modify-instance ?field (amount 0) (crop none))
  (add (goods ?player ?crop) ?amount))

; Crops and animals, by the table.
(defrule score-goods
  (declare (salience ?*count*))
  (object (is-a PHASE) (now scoring))
  ?goods <- (object (is-a GOODS) (kind crop|animal) (scored FALSE) (player ?player) (good ?good) (amount ?amount))
  (object (is-a SCORE-TABLE) (of ?good) (from ?from&:(<= ?from ?amount))
    (up-to ?up-to&:(or (eq ?up-to and-more) (<= ?amount ?up-to))) (points ?points))
  =>
  (modify-instance ?goods (scored TRUE))
  (score ?player ?points))

; Fields and pastures: by how many there are.
(defrule score-counter
  (declare (salience ?*count*))
  (object (is-a PHASE) (now scoring))
  ?counter <- (object (is-a COUNTER) (scored FALSE) (player ?player) (counts ?counted) (amount ?amount))
  (object (is-a SCORE-TABLE) (of ?counted) (each 0) (from ?from&:(<= ?from ?amount))
    (up-to ?up-to&:(or (eq ?up-to and-more) (<= ?amount ?up-to))) (points ?points))
  =>
  (modify-instance ?counter (scored TRUE))
  (score ?player ?points))

; Empty lands, stables, people, begging cards: so much for each.
(defrule score-each
  (declare (salience ?*count*))
  (object (is-a PHASE) (now scoring))
  ?counter <- (object (is-a COUNTER) (scored FALSE) (player ?player) (counts ?counted) (amount ?amount))
  (object (is-a SCORE-TABLE) (of ?counted) (each ?each&~0))
  =>
  (modify-instance ?counter (scored TRUE))
  (score ?player (* ?each ?amount)))

; Rooms are worth what they are built of.
(defrule score-rooms
  (declare (salience ?*count*))
  (object (is-a PHASE) (now scoring))
  ?counter <- (object (is-a ROOM-COUNTER) (scored FALSE) (player ?player) (material ?material) (amount ?amount))
  (object (is-a SCORE-TABLE) (of ?kind&:(eq ?kind (sym-cat ?material -room))) (each ?each))
  =>
  (modify-instance ?counter (scored TRUE))
  (score ?player (* ?each ?amount)))

; Improvements are worth what is printed on them.
(defrule score-improvement
  (declare (salience ?*count*))
  (object (is-a PHASE) (now scoring))
  ?improvement <- (object (is-a MAJOR-IMPROVEMENT) (scored FALSE) (player ?player&~0) (bonus-good none)
    (title ?card) (points ?points))
  =>
  (modify-instance ?improvement (scored TRUE))
  (score ?player ?points))

; A craft is worth more the more of its material is left.
(defrule score-craft
  (declare (salience ?*count*))
  (object (is-a PHASE) (now scoring))
  ?improvement <- (object (is-a MAJOR-IMPROVEMENT) (scored FALSE) (player ?player&~0) (bonus-good ?good&~none)
    (title ?card) (points ?points))
  (object (is-a GOODS) (player ?player) (good ?good) (amount ?amount))
  (object (is-a SCORE-TABLE) (of ?card) (from ?from&:(<= ?from ?amount))
    (up-to ?up-to&:(or (eq ?up-to and-more) (<= ?amount ?up-to))) (points ?bonus))
  =>
  (modify-instance ?improvement (scored TRUE))
  (score ?player (+ ?points ?bonus)))

; The end: who has more points wins.
(defrule announce-winner
  (declare (salience ?*result*))
  ?phase <- (object (is-a PHASE) (now scoring))
  (object (is-a PLAYER) (id ?player) (points ?points))
  (object (is-a PLAYER) (id ?other&~?player) (points ?fewer&:(< ?fewer ?points)))
  =>
  (modify-instance ?phase (now over)))

; Equal points are a draw.
(defrule announce-draw
  (declare (salience ?*result*))
  ?phase <- (object (is-a PHASE) (now scoring))
  (object (is-a PLAYER) (id 1) (points ?points))
  (object (is-a PLAYER) (id 2) (points ?points))
  =>
  (modify-instance ?phase (now over)))
