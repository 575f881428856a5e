; A player of Azul: every move is judged by what it does to my lines, my wall and my floor; the best total is chosen.
;
; Rules fire forward, from what the game tells to what follows from it. First each rule that knows something good or bad
; about a move asserts a merit. Then merits are added up, one by one, to the move's total. Last, the best total chooses.
; A point on the wall is worth 10. What depends on a (logical …) pattern goes by itself when that pattern no longer
; holds: so nothing judged here outlives the position.

(deftemplate merit (slot move) (slot points) (slot because))
(deftemplate total (slot move) (slot points) (slot because))

; The lowest there is: whoever compares must wait until everything has been said.
(defglobal ?*choosing* = -10)


; 1. Lines.

; A full line puts a tile on the wall; the lower ones take more tiles, and are worth more when they are done.
(defrule filling-a-line-is-good
   (logical (me (seat ?me))
            (filled (move ?move) (seat ?me) (line ?line)))
   =>
   (assert (merit (move ?move) (points (+ 20 (* 2 ?line))) (because (str-cat "it fills line " ?line)))))

; A line that stays open holds its tiles for another round: the fewer are missing, the better.
(defrule spaces-left-open-are-bad
   (logical (me (seat ?me))
            (laid (move ?move) (seat ?me) (tiles ?tiles) (line ?line))
            (line (seat ?me) (line ?line) (count ?held)))
   =>
   (bind ?open (- ?line ?held ?tiles))
   (assert (merit (move ?move) (points (* -4 ?open)) (because (str-cat "it leaves " ?open " open in line " ?line)))))

; Going on with a line brings its tile nearer; beginning one does less.
(defrule going-on-is-good
   (logical (me (seat ?me))
            (laid (move ?move) (seat ?me) (tiles ?tiles) (line ?line))
            (line (seat ?me) (line ?line) (count ~0)))
   =>
   (assert (merit (move ?move) (points (* 3 ?tiles)) (because "it goes on with a line"))))


; 2. The wall.

; A tile scores for the tiles it touches: one merit for each of them beside its place.
(defrule touching-is-good
   (logical (me (seat ?me))
            (filled (move ?move) (seat ?me) (colour ?colour) (line ?row))
            (pattern (row ?row) (column ?column) (colour ?colour))
            (wall (seat ?me) (row ?near) (column ?beside) (colour ?other)))
   (test (= 1 (+ (abs (- ?row ?near)) (abs (- ?column ?beside)))))
   =>
   (assert (merit (move ?move) (points 10) (because (str-cat "its tile will touch " ?other " in row " ?near)))))

; The middle column has room for neighbours on both sides.
(defrule the-middle-is-good
   (logical (me (seat ?me))
            (filled (move ?move) (seat ?me) (colour ?colour) (line ?row))
            (pattern (row ?row) (column 3) (colour ?colour)))
   =>
   (assert (merit (move ?move) (points 3) (because "its place is in the middle"))))

; A full row ends the game. That is for those who lead.
(defrule ending-while-behind-is-bad
   (logical (me (seat ?me))
            (filled (move ?move) (seat ?me) (line ?row))
            (row-nearly-done ?row)
            (behind))
   =>
   (assert (merit (move ?move) (points -200) (because "it would end the game while I am behind"))))

; A row of my wall that lacks one tile.
(defrule a-row-with-four
   (logical (me (seat ?me))
            (wall (seat ?me) (row ?row) (column ?a))
            (wall (seat ?me) (row ?row) (column ?b&:(> ?b ?a)))
            (wall (seat ?me) (row ?row) (column ?c&:(> ?c ?b)))
            (wall (seat ?me) (row ?row) (column ?d&:(> ?d ?c))))
   =>
   (assert (row-nearly-done ?row)))

; As long as somebody has as many points as I do, I am not ahead.
(defrule somebody-has-as-many-points
   (logical (me (seat ?me))
            (score (seat ?me) (points ?mine))
            (score (seat ~?me) (points ?theirs&:(>= ?theirs ?mine))))
   =>
   (assert (behind)))


; 3. The floor.

; What falls costs points, and more the fuller the floor is.
(defrule letting-fall-is-bad
   (logical (me (seat ?me))
            (fell (move ?move) (seat ?me) (tiles ?tiles)))
   =>
   (bind ?held (length$ (find-all-facts ((?thing floor)) (eq ?thing:seat ?me))))
   (bind ?each (if (< ?held 2) then 13 else 20))
   (assert (merit (move ?move) (points (* -1 ?each ?tiles)) (because (str-cat "it lets " ?tiles " fall")))))

; The marker costs a space of the floor, and starts the next round.
(defrule the-marker-costs-a-little
   (logical (marker (move ?move)))
   =>
   (assert (merit (move ?move) (points -6) (because "it takes the marker"))))


; 4. Add up, then choose.

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
