; Returning home: everything is made ready for the next round.

; Adults come home. Newborns stay where they were born until the next round makes them adults.
(defrule come-home
  (declare (salience ?*phase*))
  (object (is-a PHASE) (now return-home))
  ?person <- (object (is-a PERSON) (newborn FALSE) (action ?from&~none) (player ?player))
  =>
  (modify-instance ?person (action none) (action-id 0)))

; A person who was fed in the last harvest needs food again.
(defrule be-hungry-again
  (declare (salience ?*phase*))
  (object (is-a PHASE) (now return-home))
  ?person <- (object (is-a PERSON) (fed TRUE) (player ?player))
  =>
  (modify-instance ?person (fed FALSE)))

; Cards are free again.
(defrule free-action
  (declare (salience ?*phase*))
  (object (is-a PHASE) (now return-home))
  ?action <- (object (is-a ACTION) (occupied TRUE) (card ?card))
  =>
  (modify-instance ?action (occupied FALSE)))

; Cards that were replenished will be so again.
(defrule make-ready-to-replenish
  (declare (salience ?*phase*))
  (object (is-a PHASE) (now return-home))
  ?action <- (object (is-a TAKE-GOODS) (replenished TRUE) (card ?card))
  =>
  (modify-instance ?action (replenished FALSE)))

; Who has the well may draw from it again.
(defrule fill-well
  (declare (salience ?*phase*))
  (object (is-a PHASE) (now return-home))
  ?well <- (object (is-a START-OF-ROUND) (taken TRUE) (card ?card))
  =>
  (modify-instance ?well (taken FALSE)))

; Fields that were gathered in the last harvest may be gathered in the next.
(defrule make-ready-to-gather
  (declare (salience ?*phase*))
  (object (is-a PHASE) (now return-home))
  ?field <- (object (is-a FIELD) (gathered TRUE) (player ?player))
  =>
  (modify-instance ?field (gathered FALSE)))

; Animals that had young in the last harvest may have some in the next.
(defrule make-ready-to-breed
  (declare (salience ?*phase*))
  (object (is-a PHASE) (now return-home))
  ?goods <- (object (is-a GOODS) (young ~none) (good ?animal) (player ?player))
  =>
  (modify-instance ?goods (young none)))

; After most rounds there is no harvest.
(defrule end-round
  (declare (salience ?*change-of-phase*))
  ?phase <- (object (is-a PHASE) (now return-home) (round ?round))
  (not (object (is-a HARVEST) (round ?round)))
  =>
  (begin-round ?phase (+ ?round 1)))

; After some rounds there is one.
(defrule begin-harvest
  (declare (salience ?*change-of-phase*))
  ?phase <- (object (is-a PHASE) (now return-home) (round ?round))
  (object (is-a HARVEST) (round ?round))
  =>
  (modify-instance ?phase (now gathering)))
