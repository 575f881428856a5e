; One turn of Kalah as a planning problem: the sequence of pits to sow that wins the most seeds by the end of the turn.
;
; Seeds are sown in a circle: the own pits to the right, the own store, the other row, the own pits on the left and the
; pit they came from. (distance) counts the hollows from a pit to another; from a pit to itself it is the whole circle.
; So the seeds in a pit determine the hollow of the last seed and the number of rounds. A sowing continues the
; turn, captures, or ends the turn. The turn is done when it passes to the opponent or when a row is empty (game over).
;
; In the comment that opens an action, ?p is the pit that is sown: such an action is a move. The others are automatic.
; To play by your own file, keep the names and change preconditions, effects and (bonus).

(define (domain kalah-turn)
  (:requirements :typing :equality :negative-preconditions :existential-preconditions :universal-preconditions
                 :conditional-effects :numeric-fluents)

  (:types
    hollow round - object
    pit store - hollow
    mine theirs - pit)

  (:constants
    my-store their-store - store)

  (:predicates
    (my-turn)
    (done)                                   ; the turn is over
    (ends ?p - mine ?h - hollow)             ; a sowing from ?p can end in ?h, if it has the seeds
    (opposite ?p - mine ?h - theirs)
    (same-place ?p - mine ?h - theirs)       ; both count the same from their owner's left
    (last-pit ?h - theirs)                   ; before their store
    (banks-singles)                          ; a last seed in an own empty pit is stored even if no seeds lie opposite
    (one-round)                              ; what is left after the other row goes straight to the store
    (sweeps)                                 ; seeds left at the end go to their owner's store
    (swap-offered))

  (:functions
    (seeds ?h - hollow)
    (distance ?p - mine ?h - hollow)
    (around)                                 ; number of hollows in the circle
    (rounds ?k - round)                      ; whole ones
    (bonus))                                 ; additional value of the turn, in seeds

  ;; The last seed falls in the store: the turn continues.

  (:action sow-again
    ; ?p moves again
    :parameters (?p - mine ?k - round)
    :precondition (and
      (my-turn) (ends ?p my-store)
      (= (seeds ?p) (+ (distance ?p my-store) (* (rounds ?k) (around)))))
    :effect (and
      (not (swap-offered))
      (decrease (seeds ?p) (+ (distance ?p my-store) (* (rounds ?k) (around))))
      (forall (?h - pit) (increase (seeds ?h) (rounds ?k)))
      (forall (?h - pit) (when (< (distance ?p ?h) (distance ?p my-store)) (increase (seeds ?h) 1)))
      (increase (seeds my-store) (+ (rounds ?k) 1))))

  ;; The last seed falls in an own empty pit: it captures the seeds opposite.

  (:action capture
    ; ?p captures by ?h
    :parameters (?p ?h - mine ?o - theirs)
    :precondition (and
      (my-turn) (ends ?p ?h) (opposite ?h ?o)
      (< (distance ?p ?h) (distance ?p my-store))
      (= (seeds ?p) (distance ?p ?h)) (= (seeds ?h) 0) (> (seeds ?o) 0))
    :effect (and
      (not (my-turn)) (not (swap-offered))
      (assign (seeds ?p) 0)
      (forall (?x - mine) (when (< (distance ?p ?x) (distance ?p ?h)) (increase (seeds ?x) 1)))
      (assign (seeds ?o) 0)
      (increase (seeds my-store) (+ (seeds ?o) 1))))

  (:action bank-a-single
    ; ?p stores its last seed from ?h
    :parameters (?p ?h - mine ?o - theirs)
    :precondition (and
      (my-turn) (banks-singles) (ends ?p ?h) (opposite ?h ?o)
      (< (distance ?p ?h) (distance ?p my-store))
      (= (seeds ?p) (distance ?p ?h)) (= (seeds ?h) 0) (= (seeds ?o) 0))
    :effect (and
      (not (my-turn)) (not (swap-offered))
      (assign (seeds ?p) 0)
      (forall (?x - mine) (when (< (distance ?p ?x) (distance ?p ?h)) (increase (seeds ?x) 1)))
      (increase (seeds my-store) 1)))

  (:action capture-around
    ; ?p goes around and captures by ?h
    :parameters (?p ?h - mine ?o - theirs)
    :precondition (and
      (my-turn) (ends ?p ?h) (opposite ?h ?o)
      (> (distance ?p ?h) (distance ?p my-store)) (not (= ?p ?h))
      (= (seeds ?p) (distance ?p ?h)) (= (seeds ?h) 0))
    :effect (and
      (not (my-turn)) (not (swap-offered))
      (assign (seeds ?p) 0)
      (forall (?x - pit)
        (when (and (not (= ?x ?o)) (< (distance ?p ?x) (distance ?p ?h))) (increase (seeds ?x) 1)))
      (assign (seeds ?o) 0)
      (increase (seeds my-store) (+ (seeds ?o) 3))))  ; the one that passed, the one opposite, the last

  (:action capture-at-home
    ; ?p goes once around and captures where it began
    :parameters (?p - mine ?o - theirs)
    :precondition (and
      (my-turn) (ends ?p ?p) (opposite ?p ?o)
      (= (seeds ?p) (around)))
    :effect (and
      (not (my-turn)) (not (swap-offered))
      (assign (seeds ?p) 0)
      (forall (?x - pit) (when (and (not (= ?x ?o)) (not (= ?x ?p))) (increase (seeds ?x) 1)))
      (assign (seeds ?o) 0)
      (increase (seeds my-store) (+ (seeds ?o) 3))))

  ;; Any other end.

  (:action sow-to-theirs
    ; ?p ends at ?h
    :parameters (?p - mine ?h - theirs ?k - round)
    :precondition (and
      (my-turn) (ends ?p ?h)
      (= (seeds ?p) (+ (distance ?p ?h) (* (rounds ?k) (around)))))
    :effect (and
      (not (my-turn)) (not (swap-offered))
      (decrease (seeds ?p) (+ (distance ?p ?h) (* (rounds ?k) (around))))
      (forall (?x - pit) (increase (seeds ?x) (rounds ?k)))
      (forall (?x - pit) (when (<= (distance ?p ?x) (distance ?p ?h)) (increase (seeds ?x) 1)))
      (increase (seeds my-store) (+ (rounds ?k) 1))))

  (:action sow-to-mine
    ; ?p ends at ?h
    :parameters (?p ?h - mine)
    :precondition (and
      (my-turn) (ends ?p ?h) (not (= ?p ?h))
      (= (seeds ?p) (distance ?p ?h)) (> (seeds ?h) 0))
    :effect (and
      (not (my-turn)) (not (swap-offered))
      (assign (seeds ?p) 0)
      (forall (?x - pit) (when (<= (distance ?p ?x) (distance ?p ?h)) (increase (seeds ?x) 1)))
      (when (> (distance ?p ?h) (distance ?p my-store)) (increase (seeds my-store) 1))))

  (:action sow-to-nothing
    ; ?p ends at ?h, with nothing to capture
    :parameters (?p ?h - mine ?o - theirs)
    :precondition (and
      (my-turn) (not (banks-singles)) (ends ?p ?h) (opposite ?h ?o)
      (< (distance ?p ?h) (distance ?p my-store))
      (= (seeds ?p) (distance ?p ?h)) (= (seeds ?h) 0) (= (seeds ?o) 0))
    :effect (and
      (not (my-turn)) (not (swap-offered))
      (assign (seeds ?p) 0)
      (forall (?x - mine) (when (<= (distance ?p ?x) (distance ?p ?h)) (increase (seeds ?x) 1)))))

  (:action sow-around-to-mine
    ; ?p goes around to ?h
    :parameters (?p ?h - mine ?k - round)
    :precondition (and
      (my-turn) (ends ?p ?h) (> (rounds ?k) 0)
      (= (seeds ?p) (+ (distance ?p ?h) (* (rounds ?k) (around)))))
    :effect (and
      (not (my-turn)) (not (swap-offered))
      (decrease (seeds ?p) (+ (distance ?p ?h) (* (rounds ?k) (around))))
      (forall (?x - pit) (increase (seeds ?x) (rounds ?k)))
      (forall (?x - pit) (when (<= (distance ?p ?x) (distance ?p ?h)) (increase (seeds ?x) 1)))
      (increase (seeds my-store) (rounds ?k))
      (when (> (distance ?p ?h) (distance ?p my-store)) (increase (seeds my-store) 1))))

  (:action sow-and-store-the-rest
    ; ?p goes around and stores the rest
    :parameters (?p - mine ?h - theirs)
    :precondition (and
      (my-turn) (one-round) (last-pit ?h)
      (> (seeds ?p) (distance ?p ?h)))
    :effect (and
      (not (my-turn)) (not (swap-offered))
      (assign (seeds ?p) 0)
      (forall (?x - pit) (when (<= (distance ?p ?x) (distance ?p ?h)) (increase (seeds ?x) 1)))
      (increase (seeds my-store) (+ 1 (- (seeds ?p) (distance ?p ?h))))))

  (:action swap
    ; swap sides
    :parameters ()
    :precondition (and (my-turn) (swap-offered))
    :effect (and
      (not (my-turn)) (not (swap-offered))
      (forall (?p - mine ?h - theirs)
        (when (same-place ?p ?h) (and (assign (seeds ?p) (seeds ?h)) (assign (seeds ?h) (seeds ?p)))))
      (assign (seeds my-store) (seeds their-store))
      (assign (seeds their-store) (seeds my-store))))

  ;; The end of the turn.

  (:action hand-over
    ; the other player's turn
    :parameters ()
    :precondition (and
      (not (my-turn)) (not (done))
      (exists (?p - mine) (> (seeds ?p) 0))
      (exists (?h - theirs) (> (seeds ?h) 0)))
    :effect (and
      (done)
      ; Of equal turns, prefer the one with fewest own seeds opposite to empty pits, where they can be captured. So
      ; small a number only breaks ties: sentences give the worth of a plan to the hundredth.
      (forall (?p - mine ?o - theirs)
        (when (and (opposite ?p ?o) (= (seeds ?o) 0)) (decrease (bonus) (* 0.00001 (seeds ?p)))))))

  (:action end-by-my-row
    ; the own row is empty: the game is over
    :parameters ()
    :precondition (and (not (done)) (forall (?p - mine) (= (seeds ?p) 0)))
    :effect (and
      (not (my-turn)) (done)
      (forall (?h - theirs)
        (when (sweeps) (and (increase (seeds their-store) (seeds ?h)) (assign (seeds ?h) 0))))))

  (:action end-by-their-row
    ; the other row is empty: the game is over
    :parameters ()
    :precondition (and (not (done)) (forall (?h - theirs) (= (seeds ?h) 0)))
    :effect (and
      (not (my-turn)) (done)
      (forall (?p - mine)
        (when (sweeps) (and (increase (seeds my-store) (seeds ?p)) (assign (seeds ?p) 0)))))))
