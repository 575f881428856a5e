; Queens and blocks, for every seat: the players put queens, the third seat a block, a hole or nothing.
;
; Rules fire forward, from what the game tells to what follows from it: each move gets its worth, and the one that is
; worth most is chosen. What depends on a (logical …) pattern goes by itself when that pattern no longer holds: so
; nothing judged here outlives the position.

(deftemplate worth (slot move) (slot points) (slot because))

; What can be seen on the board comes before what is made of it; whoever compares must wait until all that is done.
(defglobal ?*looking* = 10
           ?*choosing* = -10)

; With so few free cells a player looks two queens ahead.
(defglobal ?*few* = 24)

(deffunction in-line (?x ?y ?column ?row)
   (or (= ?x ?column) (= ?y ?row) (= (abs (- ?x ?column)) (abs (- ?y ?row)))))

; On the way from one cell to another: in line with both, and nearer to each than they are to each other.
(deffunction between (?bx ?by ?x ?y ?column ?row)
   (and (= (abs (- ?x ?column)) (+ (abs (- ?x ?bx)) (abs (- ?bx ?column))))
        (= (abs (- ?y ?row)) (+ (abs (- ?y ?by)) (abs (- ?by ?row))))
        (in-line ?bx ?by ?x ?y)
        (in-line ?bx ?by ?column ?row)))

; A queen sees along its lines, up to a block.
(deffunction sees (?x ?y ?column ?row)
   (and (in-line ?x ?y ?column ?row)
        (not (any-factp ((?block block)) (between ?block:x ?block:y ?x ?y ?column ?row)))))


; 1. A player: whoever finds no free cell loses, so what counts is who puts the last queen. As long as nobody can tell,
; a queen is worth the cells it takes away; should it turn out that the other side has the last word after it, that is
; no longer so, and what was asserted goes.

; The queen that takes away most brings the end nearer.
(defrule taking-cells-away
   (logical (took_away (move ?move) (cells ?taken))
            (not (last-word ?move ?)))
   =>
   (assert (worth (move ?move) (points ?taken) (because (str-cat "it takes away " ?taken " cells")))))

; With few free cells it matters which queens could stand on the board together.
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

; No other queen could stand with this one: it is the last.
(defrule the-last-queen
   (logical (free-cells ?count&:(<= ?count ?*few*))
            (puts_queen (move ?move))
            (not (apart ?move ?)))
   =>
   (assert (worth (move ?move) (points 1000) (because "it is the last queen"))))

; The other side has an answer after which no queen can stand.
(defrule they-would-be-last
   (logical (apart ?move ?answer)
            (not (and (apart ?move ?third)
                      (apart ?answer ?third))))
   =>
   (assert (last-word ?move ?answer))
   (assert (worth (move ?move) (points -1000) (because (str-cat ?answer " would be the last queen then")))))

; Whatever the other side answers, I have the last word after it.
(defrule i-would-be-last
   (logical (apart ?move ?)
            (not (last-word ?move ?))
            (forall (apart ?move ?answer)
                    (apart ?move ?third)
                    (apart ?answer ?third)
                    (not (and (apart ?move ?fourth)
                              (apart ?answer ?fourth)
                              (apart ?third ?fourth)))))
   =>
   (assert (worth (move ?move) (points 500) (because "every answer leaves the last queen to me"))))


; 2. The third seat: a player who finds few cells puts few queens. A cell that few lines reach stays free for long, so
; that is the one to take; but a block also stops lines, and what it frees counts against it.

; How many free cells are in line with a free cell, itself among them: a queen on any of them would take it.
(defrule count-the-lines
   (logical (free (x ?x) (y ?y))
            (pieces_left (count ?pieces))
            (or (puts_block (x ?x) (y ?y)) (puts_hole (x ?x) (y ?y))))
   =>
   (assert (reached ?x ?y (length$ (find-all-facts ((?cell free)) (in-line ?x ?y ?cell:x ?cell:y))))))

; A block in the cell that would stay free for longest.
(defrule blocking-a-free-cell
   (logical (reached ?x ?y ?count)
            (puts_block (move ?move) (x ?x) (y ?y))
            (not (freed (move ?move))))
   =>
   (assert (worth (move ?move) (points (- 200 ?count)) (because (str-cat "only " ?count " free cells could take it")))))

; A hole does the same, and never frees anything.
(defrule a-hole-in-a-free-cell
   (logical (reached ?x ?y ?count)
            (puts_hole (move ?move) (x ?x) (y ?y)))
   =>
   (assert (worth (move ?move) (points (- 201 ?count)) (because (str-cat "only " ?count " free cells could take it")))))

; What a block frees counts against it.
(defrule freeing-cells-is-bad
   (logical (freed (move ?move) (cells ?cells)))
   =>
   (assert (worth (move ?move) (points (* -1 ?cells)) (because (str-cat "it frees " ?cells " cells")))))

; Better nothing than a block that frees cells.
(defrule passing-harms-nobody
   (logical (passes (move ?move)))
   =>
   (assert (worth (move ?move) (points 0) (because "any piece would free more than it takes"))))


; 3. Choose.

; What is worth most, once every move has been looked at.
(defrule choose-the-best
   (declare (salience ?*choosing*))
   (worth (move ?move) (points ?most) (because ?why))
   (not (worth (points ?more&:(> ?more ?most))))
   =>
   (assert (choose (move ?move) (because ?why))))
