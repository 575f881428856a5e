; Queens and blocks, for every seat: the players search for the last queen, the third seat saves its pieces for the end.
;
; Forward chaining: each move gets a worth, and the move with the highest worth is chosen. A fact asserted under a
; (logical …) pattern is retracted when the pattern no longer matches: no evaluation is kept for the next position.

(deftemplate worth (slot move) (slot points) (slot because))

; The queens that could still be put after a queen. A free cell is named by its move, such as "queen c4".
(deftemplate apart (slot queen) (multislot others))

; A search: the side of the board and the number of queens on it.
(deftemplate search (slot side) (slot queens))

; Saliences: facts about the board first, then the search, then evaluations (0), then the choice.
(defglobal ?*looking* = 20
           ?*searching* = 10
           ?*choosing* = -10)

; The search begins when the free cells times the side of the board are no more: 28 cells on 8 x 8.
(defglobal ?*few* = 224)

(deffunction in-line (?x ?y ?column ?row)
   (or (= ?x ?column) (= ?y ?row) (= (abs (- ?x ?column)) (abs (- ?y ?row)))))

; Whether a cell is between two others: on the line through both, and within their distances.
(deffunction between (?bx ?by ?x ?y ?column ?row)
   (and (= (* (- ?bx ?x) (- ?row ?y)) (* (- ?by ?y) (- ?column ?x)))
        (= (abs (- ?x ?column)) (+ (abs (- ?x ?bx)) (abs (- ?bx ?column))))
        (= (abs (- ?y ?row)) (+ (abs (- ?y ?by)) (abs (- ?by ?row))))))

; A queen sees along its lines, up to a block; and it stands on its own cell.
(deffunction sees (?x ?y ?column ?row)
   (and (in-line ?x ?y ?column ?row)
        (not (any-factp ((?block block)) (between ?block:x ?block:y ?x ?y ?column ?row)))))


; 1. A player: the side that has no free cell loses, so the side that puts the last queen wins, unless both have fewer
; than 4N/3. With few free cells it searches: after each reply I must have a queen again, until no cell is left. With
; many it takes few of them away, which keeps choices for the end.

; The cells that are free after a queen on one of them.
(deffunction left-after (?queen ?cells)
   (bind ?left (create$))
   (do-for-fact ((?fact apart)) (eq ?fact:queen ?queen)
      (foreach ?cell ?cells
         (if (member$ ?cell ?fact:others) then (bind ?left (create$ ?left ?cell)))))
   ?left)

; The blocker has not won: white, who has at least as many queens as black, has 4N/3. The configurer cannot win.
(deffunction enough (?queens ?side)
   (or (>= (* 3 (div (+ ?queens 1) 2)) ?side)
       (any-factp ((?piece placed)) (eq ?piece:seat configurer))))

(deffunction ensures-last (?queen ?cells ?queens ?side))

; Whether no queen of mine ensures the last one after this reply. The game is over after as many queens as the board has
; cells a side.
(deffunction unanswered (?reply ?cells ?queens ?side)
   (if (= (+ ?queens 1) ?side) then (return TRUE))
   (bind ?left (left-after ?reply ?cells))
   (foreach ?queen ?left
      (if (ensures-last ?queen ?left (+ ?queens 1) ?side) then (return FALSE)))
   TRUE)

; Whether I put the last queen after this one of mine, whatever the replies.
(deffunction ensures-last (?queen ?cells ?queens ?side)
   (bind ?left (left-after ?queen ?cells))
   (if (= (length$ ?left) 0) then (return (enough (+ ?queens 1) ?side)))
   (if (= (+ ?queens 1) ?side) then (return TRUE))
   (foreach ?reply ?left
      (if (unanswered ?reply ?left (+ ?queens 1) ?side) then (return FALSE)))
   TRUE)

; With few free cells: the search begins.
(defrule begin-the-search
   (declare (salience ?*looking*))
   (logical (size (side ?side))
            (turn (seat white | black)))
   =>
   (if (<= (* ?side (length$ (find-all-facts ((?cell free)) TRUE))) ?*few*)
      then (assert (search (side ?side) (queens (length$ (find-all-facts ((?queen queen)) TRUE)))))))

; The queens that a queen does not see.
(defrule apart
   (declare (salience ?*looking*))
   (logical (search)
            (puts_queen (move ?move) (x ?x) (y ?y)))
   =>
   (bind ?others (create$))
   (do-for-all-facts ((?cell puts_queen)) (not (sees ?x ?y ?cell:x ?cell:y))
      (bind ?others (create$ ?others ?cell:move)))
   (assert (apart (queen ?move) (others ?others))))

; The replies to a queen after which no queen of mine ensures the last one.
(defrule count-the-replies-against-me
   (declare (salience ?*searching*))
   (logical (search (side ?side) (queens ?queens))
            (apart (queen ?move) (others $?left&:(> (length$ ?left) 0))))
   =>
   (bind ?count 0)
   (if (< (+ ?queens 1) ?side)
      then (foreach ?reply ?left
              (if (unanswered ?reply ?left (+ ?queens 1) ?side) then (bind ?count (+ ?count 1)))))
   (assert (against-me ?move ?count)))

; Every reply has an answer: I put the last queen, unless a piece of the third seat changes the board.
(defrule i-would-be-last
   (logical (against-me ?move 0))
   =>
   (assert (worth (move ?move) (points 1000) (because "after every reply I can put the last queen"))))

; No cell is free after this queen: unless a block frees one, it is the last.
(defrule the-last-queen
   (logical (search (side ?side) (queens ?queens))
            (apart (queen ?move) (others))
            (test (enough (+ ?queens 1) ?side)))
   =>
   (assert (worth (move ?move) (points 2000) (because "it leaves no free cell"))))

; It is too soon for the last queen: with fewer than 4N/3 queens for each player, the blocker may win.
(defrule too-few-queens
   (logical (search (side ?side) (queens ?queens))
            (apart (queen ?move) (others))
            (test (not (enough (+ ?queens 1) ?side))))
   =>
   (assert (worth (move ?move) (points -1000) (because "it leaves no free cell, and no player has 4N/3 queens"))))

; The fewer replies have no answer, the better.
(defrule some-replies-have-no-answer
   (logical (against-me ?move ?count&~0))
   =>
   (assert (worth (move ?move) (points (* -1 ?count))
                  (because (str-cat "replies to which I find no answer: " ?count)))))

; With many free cells, a queen costs the cells it takes away.
(defrule taking-cells-away
   (logical (took_away (move ?move) (cells ?taken))
            (not (search)))
   =>
   (assert (worth (move ?move) (points (* -1 ?taken)) (because (str-cat "it takes away " ?taken " cells")))))


; 2. The third seat: with few free cells the players place few queens. The blocker waits while it can still use all its
; blocks later. A cell that is in line with few free cells is likely to stay free, so it is the best to take; but a block also
; stops lines, and the cells it frees count against it.

; The number of free cells in line with a free cell, including itself; blocks between them are left out of account.
(defrule count-the-lines
   (logical (free (x ?x) (y ?y))
            (pieces_left (count ?pieces))
            (or (puts_block (x ?x) (y ?y)) (puts_hole (x ?x) (y ?y))))
   =>
   (assert (reached ?x ?y (length$ (find-all-facts ((?cell free)) (in-line ?x ?y ?cell:x ?cell:y))))))

; A block is worth more on a cell that is in line with fewer free cells.
(defrule blocking-a-free-cell
   (logical (reached ?x ?y ?count)
            (puts_block (move ?move) (x ?x) (y ?y))
            (not (freed (move ?move))))
   =>
   (assert (worth (move ?move) (points (- 200 ?count)) (because (str-cat "its lines hold " ?count " free cells")))))

; A hole does the same and frees no cell.
(defrule a-hole-in-a-free-cell
   (logical (reached ?x ?y ?count)
            (puts_hole (move ?move) (x ?x) (y ?y)))
   =>
   (assert (worth (move ?move) (points (- 201 ?count)) (because (str-cat "its lines hold " ?count " free cells")))))

; The cells that a block frees count against it.
(defrule freeing-cells-is-bad
   (logical (freed (move ?move) (cells ?cells)))
   =>
   (assert (worth (move ?move) (points (* -1 ?cells)) (because (str-cat "it frees " ?cells " cells")))))

; Wait: after as many more queens as I have pieces, no player has 4N/3 of them yet.
(defrule waiting
   (logical (turn (seat blocker))
            (passes (move ?move))
            (size (side ?side))
            (pieces_left (count ?pieces)))
   =>
   (bind ?to-go (- (* 2 (- (div (+ ?side 2) 3) 1)) (length$ (find-all-facts ((?queen queen)) TRUE))))
   (if (>= ?to-go ?pieces)
      then (assert (worth (move ?move) (points 500)
                          (because "after as many more queens as I have pieces, no player has 4N/3 of them")))))

; A pass is better than a block that frees cells.
(defrule passing-frees-nothing
   (logical (passes (move ?move)))
   =>
   (assert (worth (move ?move) (points 0) (because "it frees nothing"))))


; 3. Choose.

; The move with the highest worth.
(defrule choose-the-best
   (declare (salience ?*choosing*))
   (worth (move ?move) (points ?most) (because ?why))
   (not (worth (points ?more&:(> ?more ?most))))
   =>
   (assert (choose (move ?move) (because ?why))))
