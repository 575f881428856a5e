; A thrifty farmer: the move that costs least, with an estimate of a child's later work.
;
; The smaller penalty wins. Each move gets a final cost: its own cost and that of the work that it brings later. The
; move with the lowest final cost is chosen. Of equal ones, first the starting player's card, then goods for the next
; renovation, then food and crops. What is asserted under a (logical …) pattern is retracted with it.

(deftemplate final-cost (slot move) (slot points) (slot because))
(deftemplate bonus (slot move) (slot rank) (slot because))

; Saliences: what a renovation lacks first, then final costs (0), then the choice.
(defglobal ?*looking* = 10
           ?*choosing* = -10)

; Of moves with equal final costs, the one with the highest rank is chosen.
(defglobal ?*to-begin* = 3
           ?*to-renovate* = 2
           ?*to-leave-material* = 1)

; How many turns there are, with this one.
(deffunction turns-left (?turn ?last)
   (+ 1 (- ?last ?turn)))

; How much of a good the cards can still give: 5 each; one that returns can be used again and again.
(deffunction offered (?good)
   (bind ?amount 0)
   (do-for-all-facts ((?card gives)) (eq ?card:g ?good)
      (if (any-factp ((?back returns)) (eq ?back:c ?card:c)) then (return 1000))
      (if (not (any-factp ((?one used)) (eq ?one:c ?card:c))) then (bind ?amount (+ ?amount 5))))
   ?amount)


; 1. The final cost of a move.

; A move costs what it adds to my penalty.
(defrule cost-at-once
   (logical (me (seat ?me))
            (gain (move ?move) (seat ?me) (points ?points))
            (does (move ?move) (action ~grow_with_room&~grow_without_room)))
   =>
   (assert (final-cost (move ?move) (points (* -1 ?points)) (because (str-cat "it costs " (* -1 ?points))))))

; A child has to act in this turn and in every turn to come; we count each of its actions as taking goods.
(defrule cost-of-a-child
   (logical (me (seat ?me))
            (gain (move ?move) (seat ?me) (points ?points))
            (does (move ?move) (action grow_with_room|grow_without_room))
            (turn (value ?turn))
            (last_turn (value ?last))
            (cost (d taking-goods) (value ?each)))
   =>
   (bind ?later (* ?each (turns-left ?turn ?last)))
   (assert (final-cost (move ?move) (points (- ?later ?points))
                  (because (str-cat "it costs " (* -1 ?points) " now and the child's work " ?later
                                    " more at " ?each " an action")))))


; 2. What decides between equal final costs.

; Cards are used once, so the starting player of the next turn has more to choose from.
(defrule begin-the-next-turn
   (logical (does (move ?move) (action become_starting_player))
            (turn (value ?turn))
            (last_turn (value ?last&:(< ?turn ?last)))
            (not (returns)))
   =>
   (assert (bonus (move ?move) (rank ?*to-begin*) (because "I choose first in the next turn"))))

; A renovation takes 5 of the next material for every room.
(defrule material-is-lacking
   (declare (salience ?*looking*))
   (logical (me (seat ?me))
            (house (j ?me) (m ?old))
            (better (m ?old) (n ?good))
            (cells (j ?me) (k room) (value ?rooms))
            (stock (j ?me) (g ?good) (value ?held&:(< ?held (* 5 ?rooms)))))
   =>
   (assert (lacking ?good (- (* 5 ?rooms) ?held))))

; A renovation takes 2 reed for every room.
(defrule reed-is-lacking
   (declare (salience ?*looking*))
   (logical (me (seat ?me))
            (house (j ?me) (m ?old))
            (better (m ?old))
            (cells (j ?me) (k room) (value ?rooms))
            (stock (j ?me) (g reed) (value ?held&:(< ?held (* 2 ?rooms)))))
   =>
   (assert (lacking reed (- (* 2 ?rooms) ?held))))

; The cards that are left give less of a good than the renovation lacks. The total cost changes with every action, so
; the cards are counted anew after each one.
(defrule renovation-is-out-of-reach
   (declare (salience ?*looking*))
   (logical (total_cost (value ?))
            (lacking ?good ?missing))
   =>
   (if (< (offered ?good) ?missing) then (assert (out-of-reach ?good))))

; A good that my next renovation lacks, if it can have all that it lacks.
(defrule prepare-a-renovation
   (logical (lacking ?good ?)
            (not (out-of-reach ?))
            (does (move ?move) (action take_goods))
            (put (move ?move) (parameter g) (value ?good)))
   =>
   (assert (bonus (move ?move) (rank ?*to-renovate*) (because (str-cat "my next renovation lacks " ?good)))))

; The other player may have the material: fences, rooms and improvements cost more than taking goods.
(defrule leave-the-material
   (logical (does (move ?move) (action take_goods))
            (put (move ?move) (parameter g) (value food|grain|vegetable)))
   =>
   (assert (bonus (move ?move) (rank ?*to-leave-material*) (because "it takes no building material"))))


; 3. Choose.

; The lowest final cost, and of equal ones the highest rank.
(defrule choose-for-a-reason
   (declare (salience ?*choosing*))
   (final-cost (move ?move) (points ?least) (because ?cost))
   (bonus (move ?move) (rank ?rank) (because ?why))
   (not (final-cost (points ?less&:(< ?less ?least))))
   (not (and (bonus (move ?other) (rank ?higher&:(> ?higher ?rank)))
             (final-cost (move ?other) (points ?least))))
   =>
   (assert (choose (move ?move) (because (str-cat ?cost ", " ?why)))))

; The lowest final cost, where no reason decides between equal ones.
(defrule choose-the-cheapest
   (declare (salience ?*choosing*))
   (final-cost (move ?move) (points ?least) (because ?cost))
   (not (final-cost (points ?less&:(< ?less ?least))))
   (not (and (bonus (move ?other))
             (final-cost (move ?other) (points ?least))))
   =>
   (assert (choose (move ?move) (because ?cost))))
