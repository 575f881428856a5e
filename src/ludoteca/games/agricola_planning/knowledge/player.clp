; A thrifty farmer: the move that costs least, with an estimate of a child's later work.
;
; The smaller penalty wins. Each move gets a final cost: its own cost and that of the work that it brings later. The
; move with the lowest final cost is chosen. Of equal ones, first the starting player's card where cards are scarce,
; then goods for the next renovation. What is asserted under a (logical …) pattern is retracted with it.

(deftemplate final-cost (slot move) (slot points) (slot because))
(deftemplate bonus (slot move) (slot rank) (slot because))

; Saliences: facts about the cards first, then final costs (0), then the choice.
(defglobal ?*looking* = 10
           ?*choosing* = -10)

; Of moves with equal final costs, the one with the highest rank is chosen.
(defglobal ?*to-begin* = 2
           ?*to-renovate* = 1)

; How many turns there are, with this one.
(deffunction turns-left (?turn ?last)
   (+ 1 (- ?last ?turn)))


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

; The cards that need nothing: those that give goods, and the starting player's. The total cost changes with every
; action, so the cards are counted anew after each one.
(defrule count-the-cards
   (declare (salience ?*looking*))
   (logical (total_cost (value ?)))
   =>
   (assert (cards (length$ (find-all-facts ((?card allows))
                              (and (member$ ?card:d (create$ taking-goods going-first))
                                   (not (any-factp ((?one used)) (eq ?one:c ?card:c)))))))))

; The actions of a player in this turn and in those to come.
(defrule count-the-actions
   (declare (salience ?*looking*))
   (logical (actions (j ?player) (value ?each))
            (done (j ?player) (value ?done))
            (turn (value ?turn))
            (last_turn (value ?last)))
   =>
   (assert (to-do ?player (- (* ?each (turns-left ?turn ?last)) ?done))))

; With fewer cards than actions, the starting player of the next turn chooses first.
(defrule begin-the-next-turn
   (logical (does (move ?move) (action become_starting_player))
            (turn (value ?turn))
            (last_turn (value ?last&:(< ?turn ?last)))
            (not (returns))
            (to-do ?one ?actions)
            (to-do ?two&:(> (str-compare ?two ?one) 0) ?more)
            (cards ?cards&:(< ?cards (+ ?actions ?more))))
   =>
   (assert (bonus (move ?move) (rank ?*to-begin*)
                  (because "fewer cards for goods or for starting are left than actions to do"))))

; A renovation takes 5 of the next material for every room.
(defrule material-to-renovate
   (logical (me (seat ?me))
            (house (j ?me) (m ?old))
            (better (m ?old) (n ?good))
            (cells (j ?me) (k room) (value ?rooms))
            (stock (j ?me) (g ?good) (value ?held&:(< ?held (* 5 ?rooms))))
            (does (move ?move) (action take_goods))
            (put (move ?move) (parameter g) (value ?good)))
   =>
   (assert (bonus (move ?move) (rank ?*to-renovate*) (because (str-cat "my next renovation lacks " ?good)))))

; A renovation takes 2 reed for every room.
(defrule reed-to-renovate
   (logical (me (seat ?me))
            (house (j ?me) (m ?old))
            (better (m ?old))
            (cells (j ?me) (k room) (value ?rooms))
            (stock (j ?me) (g reed) (value ?held&:(< ?held (* 2 ?rooms))))
            (does (move ?move) (action take_goods))
            (put (move ?move) (parameter g) (value reed)))
   =>
   (assert (bonus (move ?move) (rank ?*to-renovate*) (because "my next renovation lacks reed"))))


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
