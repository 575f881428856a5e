; Queens and blocks: a player plans its queen with an answer to each reply, the third seat where its next pieces go.
;
; The player who puts the last queen wins, unless both have few. With many free cells the plan is one queen, the one that
; takes fewest cells away: choices are kept for the end. With few, the plan is a strategy written out: my queen, and then,
; on imagined boards, each reply and my answer to it. An answer is good if no cell is left after it, or if it has a good
; answer to each further reply. A reply that stays without one costs 1. So a plan that costs nothing puts the last queen,
; whatever the other player does, unless the third seat changes the board.
;
; The third seat wins if the players put few queens. It waits while they put those that it can allow, and then takes the
; free cells that fewest lines reach: other cells are soon taken by queens.
;
; The cells of a problem are the free ones (for the third seat, all without a piece); of more than 64, those that fewest
; lines reach. Few are at most 28 free cells, on boards larger than 8 x 8 at most 24: so plans are found at once. Replies
; are considered in one order, that of (rank): a plan lists all of them, and their order does not matter.
;
; In the comment that opens an action, a move is told by its piece and its cell; "if" and "then" stand before imagined
; steps. To play by your own file, keep the names and change preconditions, effects and costs.

(define (domain last-queen)
  (:requirements :typing :negative-preconditions :disjunctive-preconditions :universal-preconditions
                 :conditional-effects :numeric-fluents)

  (:types
    place board - object
    cell                                     ; free when the plan begins
    closed-cell - place)                     ; without a piece then, but seen by a queen

  (:constants
    here                                     ; the board after my queen: the other player replies
    reply-1 answer-1                         ; imagined boards, each after one queen more
    reply-2 answer-2 - board)

  (:predicates
    (my-turn)
    (free ?c - place)                        ; no piece, and no queen sees it
    (choice ?c - cell)                       ; free, like many others: replies are not looked at
    (few)                                    ; few cells are free: replies are looked at
    (closed ?c - closed-cell)                ; no piece, but seen by a queen: only the third seat can put one there
    (opens ?c ?d - closed-cell)              ; a block on ?c frees ?d, since it stops the only line to it
    (takes ?c ?d - cell)                     ; a queen on ?c takes ?d away: ?c itself, and the free cells it sees
    (reply-to ?b ?n - board)                 ; a reply on ?b leads to ?n
    (answer-to ?m ?n - board)                ; an answer on ?m leads to ?n
    (last ?b - board)                        ; no further board is imagined
    (over ?b - board)                        ; black has put its last queen there: no reply follows
    (left ?b - board ?c - cell)              ; free on an imagined board
    (open ?b - board ?c - cell)              ; a reply on that board which is still to be considered
    (considering)                            ; the next step is a reply
    (answering ?b - board)                   ; the next step is my answer, on that board
    (waiting)                                ; the third seat has more turns to come than pieces
    (has-holes))

  (:functions
    (free-cells)
    (rank ?c - cell)                         ; a number for each cell
    (taken ?c - cell)                        ; free cells that a queen on ?c takes away, or that take ?c away: its lines
    (replies ?b - board)                     ; still to be considered on that board
    (frees ?c - closed-cell)                 ; number of cells that a block there frees
    (pieces)                                 ; of the third seat, still to be placed
    (to-plan)                                ; moves of the third seat, still to be planned
    (cost))

  ;; A player's queen.

  (:action queen-early
    ; queen on ?c
    :parameters (?c - cell)
    :precondition (and (my-turn) (choice ?c))
    :effect (and
      (not (my-turn))
      (decrease (free-cells) (taken ?c))
      (increase (cost) (taken ?c))))

  (:action queen
    ; queen on ?c
    :parameters (?c - cell)
    :precondition (and (my-turn) (few) (free ?c))
    :effect (and
      (not (my-turn)) (considering)
      (decrease (free-cells) (taken ?c))
      ; Of equal plans, prefer the queen that takes fewest cells away: a piece of the third seat then harms least. So
      ; small a number only breaks ties: sentences give the cost of a plan to the hundredth.
      (increase (cost) (* 0.0001 (taken ?c)))
      (forall (?d - cell)
        (and
          (when (takes ?c ?d) (not (free ?d)))
          (when (and (free ?d) (not (takes ?c ?d)) (not (over here)))
            (and (left here ?d) (open here ?d) (increase (replies here) 1)))))))

  ;; Each reply, and an answer to it.

  (:action they-reply
    ; if they reply ?r
    :parameters (?b ?n - board ?r - cell)
    :precondition (and
      (considering) (reply-to ?b ?n) (open ?b ?r)
      (forall (?d - cell) (imply (< (rank ?d) (rank ?r)) (not (open ?b ?d))))
      ; Replies on later boards come first.
      (forall (?x - board) (imply (answer-to ?n ?x) (= (replies ?x) 0))))
    :effect (and
      (not (considering)) (answering ?n)
      (not (open ?b ?r)) (decrease (replies ?b) 1)
      (forall (?d - cell) (when (and (left ?b ?d) (not (takes ?r ?d))) (left ?n ?d)))))

  (:action answer
    ; then queen on ?a
    :parameters (?m ?n - board ?a - cell)
    :precondition (and
      (answering ?m) (answer-to ?m ?n) (left ?m ?a)
      ; Nothing more is imagined after the last board: there no cell may be left.
      (forall (?d - cell) (imply (and (last ?n) (not (takes ?a ?d))) (not (left ?m ?d)))))
    :effect (and
      (not (answering ?m)) (considering)
      (forall (?d - cell)
        (and
          (not (left ?m ?d)) (not (left ?n ?d))  ; the boards are drawn anew; what is added below stays
          (when (and (left ?m ?d) (not (takes ?a ?d)) (not (over ?n)))
            (and (left ?n ?d) (open ?n ?d) (increase (replies ?n) 1)))))))

  (:action no-answer
    ; no good answer to ?r
    :parameters (?r - cell)
    :precondition (and
      (considering) (few) (open here ?r)
      (forall (?d - cell) (imply (< (rank ?d) (rank ?r)) (not (open here ?d))))
      (= (replies answer-1) 0))
    :effect (and
      (not (open here ?r)) (decrease (replies here) 1)
      (increase (cost) 1)))

  ;; The third seat.

  (:action pass
    ; pass
    :parameters ()
    :precondition (and (my-turn) (> (to-plan) 0))
    :effect (and
      (not (my-turn)) (assign (to-plan) 0)
      (when (not (waiting)) (increase (cost) 100))))

  (:action block
    ; block on ?c
    :parameters (?c - cell)
    :precondition (and (my-turn) (> (to-plan) 0) (free ?c))
    :effect (and
      (not (my-turn)) (not (free ?c))
      (decrease (free-cells) 1) (decrease (pieces) 1) (decrease (to-plan) 1)
      (increase (cost) (taken ?c))))

  (:action block-closed
    ; block on ?c, where no queen can go
    :parameters (?c - closed-cell)
    :precondition (and (my-turn) (> (to-plan) 0) (closed ?c))
    :effect (and
      (not (my-turn)) (not (closed ?c))
      (forall (?d - closed-cell) (when (opens ?c ?d) (and (not (closed ?d)) (free ?d))))
      (increase (free-cells) (frees ?c)) (decrease (pieces) 1) (assign (to-plan) 0)
      (increase (cost) (+ 200 (* 10 (frees ?c))))))

  (:action hole
    ; hole on ?c
    :parameters (?c - cell)
    :precondition (and (my-turn) (> (to-plan) 0) (has-holes) (free ?c))
    :effect (and
      (not (my-turn)) (not (free ?c))
      (decrease (free-cells) 1) (decrease (pieces) 1) (decrease (to-plan) 1)
      (increase (cost) (taken ?c))))

  (:action hole-closed
    ; hole on ?c, where no queen can go
    :parameters (?c - closed-cell)
    :precondition (and (my-turn) (> (to-plan) 0) (has-holes) (closed ?c))
    :effect (and
      (not (my-turn)) (not (closed ?c))
      (decrease (pieces) 1) (assign (to-plan) 0)
      (increase (cost) 200)))

  (:action piece-next
    ; next, a piece on ?c, if it is still free
    :parameters (?c - cell)
    :precondition (and (not (my-turn)) (> (to-plan) 0) (free ?c))
    :effect (and
      (not (free ?c))
      (decrease (free-cells) 1) (decrease (pieces) 1) (decrease (to-plan) 1)
      (increase (cost) (taken ?c)))))
