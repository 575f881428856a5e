; A simple strategy for Kalah: each move is evaluated, and the one with the best total is chosen.
;
; Forward chaining: each rule that evaluates a move asserts a merit, positive or negative. Then merits are added up, one
; by one, to the total of the move. Last, the move with the best total is chosen. A seed is worth 10 points.
; A fact asserted under a (logical …) pattern is retracted when the pattern no longer matches: no evaluation is kept
; for the next position.

(deftemplate merit (slot move) (slot points) (slot because))
(deftemplate total (slot move) (slot points) (slot because))

; The lowest salience: totals are compared after all merits have been added up.
(defglobal ?*choosing* = -10)


; 1. Merits of a move.

; Seeds in my store are points.
(defrule seeds-are-points
   (logical (me (seat ?me))
            (gain (move ?move) (seat ?me) (points ?mine&~0)))
   =>
   (bind ?said (if (> ?mine 0) then (str-cat "it stores " ?mine) else (str-cat "my store loses " (abs ?mine))))
   (assert (merit (move ?move) (points (* 10 ?mine)) (because ?said))))

; Seeds in the other store count against the move.
(defrule their-seeds-are-losses
   (logical (me (seat ?me))
            (gain (move ?move) (seat ~?me) (points ?theirs&~0)))
   =>
   (bind ?said (if (> ?theirs 0) then (str-cat "it gives away " ?theirs) else (str-cat "their store loses " (abs ?theirs))))
   (assert (merit (move ?move) (points (* -10 ?theirs)) (because ?said))))

; An extra turn costs nothing and may bring more.
(defrule moving-again-is-good
   (logical (extra_turn (move ?move)))
   =>
   (assert (merit (move ?move) (points 100) (because "it moves again"))))

; A move that empties a pit whose seeds are threatened takes them away.
(defrule saving-is-good
   (logical (sows (move ?move) (pit ?pit) (seeds ?seeds))
            (threatened ?pit))
   =>
   (assert (merit (move ?move) (points (* 10 ?seeds)) (because (str-cat "it moves " ?seeds " threatened seeds")))))

; Seeds sown past my store help the opponent: one for each pit that is reached, once around.
(defrule feeding-is-bad
   (logical (last-pit ?last)
            (sows (move ?move) (pit ?pit) (seeds ?seeds&:(> (+ ?pit ?seeds) (+ ?last 1)))))
   =>
   (bind ?fed (min ?last (- (+ ?pit ?seeds) ?last 1)))
   (assert (merit (move ?move) (points (* -8 ?fed)) (because (str-cat "it feeds " ?fed " of their pits")))))

; Of equal moves, the pit nearest to my store is preferred.
(defrule near-is-good
   (logical (sows (move ?move) (pit ?pit)))
   =>
   (assert (merit (move ?move) (points ?pit) (because (str-cat "it sows pit " ?pit)))))


; 2. Facts derived for the evaluation.

; Pits count from their owner's left, so the last one is next to the store.
(defrule the-last-pit
   (logical (me (seat ?me))
            (pit (seat ?me) (pit ?last))
            (not (pit (pit ?further&:(> ?further ?last)))))
   =>
   (assert (last-pit ?last)))

; The opponent's last seed would fall in an empty pit across from one of mine.
(defrule a-threat
   (logical (me (seat ?me))
            (last-pit ?last)
            (pit (seat ?opponent&~?me) (pit ?from) (seeds ?sown&~0))
            (pit (seat ?opponent) (pit =(+ ?from ?sown)) (seeds 0))
            (pit (seat ?me) (pit =(- (+ ?last 1) ?from ?sown)) (seeds ~0)))
   =>
   (assert (threatened (- (+ ?last 1) ?from ?sown))))


; 3. Add up, then choose.

; Each move starts with a total of 0.
(defrule begin-with-nothing
   (logical (legal (move ?move)))
   =>
   (assert (total (move ?move) (points 0) (because ""))))

; A merit is added to the total.
(defrule add-a-merit
   (logical (legal (move ?move)))
   ?sum <- (total (move ?move) (points ?points) (because ?why))
   ?merit <- (merit (move ?move) (points ?more) (because ?also))
   =>
   (retract ?sum ?merit)
   (bind ?both (if (eq ?why "") then ?also else (str-cat ?why ", " ?also)))
   (assert (total (move ?move) (points (+ ?points ?more)) (because ?both))))

; The move with the best total.
(defrule choose-the-best
   (declare (salience ?*choosing*))
   (total (move ?move) (points ?most) (because ?why))
   (not (total (points ?more&:(> ?more ?most))))
   =>
   (assert (choose (move ?move) (because ?why))))
