; Queens and blocks, for every seat: the players put queens, the third seat a block, a hole or nothing.
;
; Forward chaining: each move gets a worth, and the move with the highest worth is chosen. A fact asserted under a
; (logical …) pattern is retracted when the pattern no longer matches: no evaluation is kept for the next position.

(deftemplate worth (slot move) (slot points) (slot because))

; Saliences: facts about the board first, then evaluations (0), then the choice.
(defglobal ?*looking* = 10
           ?*choosing* = -10)

; With so few free cells a player looks two queens ahead.
(defglobal ?*few* = 24)

(deffunction in-line (?x ?y ?column ?row)
   (or (= ?x ?column) (= ?y ?row) (= (abs (- ?x ?column)) (abs (- ?y ?row)))))

; Whether a cell is between two others: on the line through both, and within their distances.
(deffunction between (?bx ?by ?x ?y ?column ?row)
   (and (= (* (- ?bx ?x) (- ?row ?y)) (* (- ?by ?y) (- ?column ?x)))
        (= (abs (- ?x ?column)) (+ (abs (- ?x ?bx)) (abs (- ?bx ?column))))
        (= (abs (- ?y ?row)) (+ (abs (- ?y ?by)) (abs (- ?by ?row))))))

; A queen sees along its lines, up to a block.
(deffunction sees (?x ?y ?column ?row)
   (and (in-line ?x ?y ?column ?row)
        (not (any-factp ((?block block)) (between ?block:x ?block:y ?x ?y ?column ?row)))))


; 1. A player: the side that has no free cell loses, so the side that places the last queen wins. Unless that is known,
; a queen is worth the cells it takes away; if the opponent is found to place the last queen after it, that fact is
; retracted.

; A queen is worth the free cells it takes away.
(defrule taking-cells-away
   (logical (took_away (move ?move) (cells ?taken))
            (not (last-word ?move ?)))
   =>
   (assert (worth (move ?move) (points ?taken) (because (str-cat "it takes away " ?taken " cells")))))

; The number of free cells: with few, pairs of queens are compared.
(defrule count-the-free-cells
   (declare (salience ?*looking*))
   (logical (size))
   =>
   (assert (free-cells (length$ (find-all-facts ((?cell free)) TRUE)))))

; Two queens that do not see each other.
(defrule apart
   (declare (salience ?*looking*))
   (logical (free-cells ?count&:(<= ?count ?*few*))
            (puts_queen (move ?one) (x ?x) (y ?y))
            (puts_queen (move ?other&~?one) (x ?column) (y ?row))
            (test (not (sees ?x ?y ?column ?row))))
   =>
   (assert (apart ?one ?other)))

; No cell is free after this queen: unless a block frees one, it is the last.
(defrule the-last-queen
   (logical (free-cells ?count&:(<= ?count ?*few*))
            (puts_queen (move ?move))
            (not (apart ?move ?)))
   =>
   (assert (worth (move ?move) (points 1000) (because "it leaves no free cell"))))

; The opponent has a reply after which no cell is free.
(defrule they-would-be-last
   (logical (me (seat ?me))
            (queens_left (seat ~?me) (count ~0))
            (apart ?move ?answer)
            (not (and (apart ?move ?third)
                      (apart ?answer ?third))))
   =>
   (assert (last-word ?move ?answer))
   (assert (worth (move ?move) (points -1000) (because (str-cat "the reply " ?answer " would leave no free cell")))))

; After each reply of the opponent I have a queen that leaves no free cell.
(defrule i-would-be-last
   (logical (me (seat ?me))
            (queens_left (seat ?me) (count ?left&:(> ?left 1)))
            (apart ?move ?)
            (not (last-word ?move ?))
            (forall (apart ?move ?answer)
                    (apart ?move ?third)
                    (apart ?answer ?third)
                    (not (and (apart ?move ?fourth)
                              (apart ?answer ?fourth)
                              (apart ?third ?fourth)))))
   =>
   (assert (worth (move ?move) (points 500) (because "after each reply I have a queen that leaves no free cell"))))


; 2. The third seat: with few free cells the players place few queens. A cell that few lines reach stays free longest,
; so it is the best to take; but a block also stops lines, and the cells it frees count against it.

; The number of free cells in line with a free cell, including itself: a queen on any of them would take it.
(defrule count-the-lines
   (logical (free (x ?x) (y ?y))
            (pieces_left (count ?pieces))
            (or (puts_block (x ?x) (y ?y)) (puts_hole (x ?x) (y ?y))))
   =>
   (assert (reached ?x ?y (length$ (find-all-facts ((?cell free)) (in-line ?x ?y ?cell:x ?cell:y))))))

; A block on the cell that would stay free longest.
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
