; A beginner's Kalah: every move is judged, and the one with the best total is chosen.
;
; Rules fire forward, from what the game tells to what follows from it. First each rule that knows something good or bad
; about a move asserts a merit. Then merits are added up, one by one, to the move's total. Last, the best total chooses.
; A seed is worth 10 points. What depends on a (logical …) pattern goes by itself when that pattern no longer holds: so
; nothing judged here outlives the position.

(deftemplate merit (slot move) (slot points) (slot because))
(deftemplate total (slot move) (slot points) (slot because))

; The lowest there is: whoever compares must wait until everything has been said.
(defglobal ?*choosing* = -10)


; 1. What is good or bad about a move?

; Seeds in my store are what the game is about.
(defrule seeds-are-points
   (logical (me (seat ?me))
            (gain (move ?move) (seat ?me) (points ?mine&~0)))
   =>
   (assert (merit (move ?move) (points (* 10 ?mine)) (because (str-cat "it stores " ?mine)))))

; What the other store gets counts against the move.
(defrule their-seeds-are-losses
   (logical (me (seat ?me))
            (gain (move ?move) (seat ~?me) (points ?theirs&~0)))
   =>
   (assert (merit (move ?move) (points (* -10 ?theirs)) (because (str-cat "it gives away " ?theirs)))))

; Moving again costs nothing and may bring more.
(defrule moving-again-is-good
   (logical (extra_turn (move ?move)))
   =>
   (assert (merit (move ?move) (points 100) (because "it moves again"))))

; A move that empties a pit whose seeds are threatened saves them.
(defrule saving-is-good
   (logical (sows (move ?move) (pit ?pit) (seeds ?seeds))
            (threatened ?pit))
   =>
   (assert (merit (move ?move) (points (* 10 ?seeds)) (because (str-cat "it saves " ?seeds)))))

; The seeds that go past my store end up in the other row.
(defrule feeding-is-bad
   (logical (last-pit ?last)
            (sows (move ?move) (pit ?pit) (seeds ?seeds&:(> (+ ?pit ?seeds) (+ ?last 1)))))
   =>
   (bind ?lost (- (+ ?pit ?seeds) ?last 1))
   (assert (merit (move ?move) (points (* -8 ?lost)) (because (str-cat "it feeds " ?lost)))))

; Of moves as good as each other, the pit nearest to my store keeps more for later.
(defrule near-is-good
   (logical (sows (move ?move) (pit ?pit)))
   =>
   (assert (merit (move ?move) (points ?pit) (because "it is near my store"))))


; 2. What does that take to see?

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

; Nothing has been said of the move yet.
(defrule begin-with-nothing
   (logical (legal (move ?move)))
   =>
   (assert (total (move ?move) (points 0) (because ""))))

; One more thing is said of the move.
(defrule add-a-merit
   (logical (legal (move ?move)))
   ?sum <- (total (move ?move) (points ?points) (because ?why))
   ?merit <- (merit (move ?move) (points ?more) (because ?also))
   =>
   (retract ?sum ?merit)
   (bind ?both (if (eq ?why "") then ?also else (str-cat ?why ", " ?also)))
   (assert (total (move ?move) (points (+ ?points ?more)) (because ?both))))

; The best of all, once everything has been said.
(defrule choose-the-best
   (declare (salience ?*choosing*))
   (total (move ?move) (points ?most) (because ?why))
   (not (total (points ?more&:(> ?more ?most))))
   =>
   (assert (choose (move ?move) (because ?why))))
