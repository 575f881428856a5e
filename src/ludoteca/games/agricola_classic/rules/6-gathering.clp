; Harvest: gathering crops.

; One from every field that bears any. Whose comes first makes no difference.
(defrule gather
  (declare (salience ?*phase*))
  (object (is-a PHASE) (now gathering))
  ?field <- (object (is-a FIELD) (gathered FALSE) (amount ?amount&~0) (crop ?crop) (player ?player))
  =>
  (modify-instance ?field (amount (- ?amount 1)) (gathered TRUE))
  (add (goods ?player ?crop) 1))

; A field that has borne its last may be sown again: it is like any other empty field.
(defrule leave-field-fallow
  (declare (salience ?*phase*))
  (object (is-a PHASE) (now gathering))
  ?field <- (object (is-a FIELD) (amount 0) (crop ?crop&~none) (player ?player))
  =>
  (modify-instance ?field (crop none) (gathered FALSE)))

; People are fed player by player, those of the starting player first.
(defrule begin-feeding
  (declare (salience ?*change-of-phase*))
  ?phase <- (object (is-a PHASE) (now gathering))
  ?starter <- (object (is-a PLAYER) (starting TRUE) (id ?player))
  ?other <- (object (is-a PLAYER) (starting FALSE))
  =>
  (modify-instance ?phase (now feeding))
  (give-turn ?starter ?other))
