; A player of Azul: each move is evaluated by its effects on my lines, wall and floor; the best total is chosen.
;
; Forward chaining: each rule that evaluates a move asserts a merit, positive or negative. Then merits are added up, one
; by one, to the total of the move. Last, the move with the best total is chosen. A point on the wall is worth 10.
; A fact asserted under a (logical …) pattern is retracted when the pattern no longer matches: no evaluation is kept
; for the next position.

(deftemplate merit (slot move) (slot points) (slot because))
(deftemplate total (slot move) (slot points) (slot because))

; The lowest salience: totals are compared after all merits have been added up.
(defglobal ?*choosing* = -10)


; 1. Lines.

; A full line puts a tile on the wall; lower lines take more tiles and are worth more when full.
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

; Adding to a line that has tiles is better than starting a new one.
(defrule going-on-is-good
   (logical (me (seat ?me))
            (laid (move ?move) (seat ?me) (tiles ?tiles) (line ?line))
            (line (seat ?me) (line ?line) (count ~0)))
   =>
   (assert (merit (move ?move) (points (* 3 ?tiles)) (because "it adds to a line that has tiles"))))


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

; A full row ends the game, which is bad for a player who does not lead.
(defrule ending-without-leading-is-bad
   (logical (me (seat ?me))
            (filled (move ?move) (seat ?me) (line ?row))
            (row-nearly-done ?row)
            (not-leading))
   =>
   (assert (merit (move ?move) (points -200) (because "it would end the game while I do not lead"))))

; A row of my wall that lacks one tile.
(defrule a-row-with-four
   (logical (me (seat ?me))
            (wall (seat ?me) (row ?row) (column ?a))
            (wall (seat ?me) (row ?row) (column ?b&:(> ?b ?a)))
            (wall (seat ?me) (row ?row) (column ?c&:(> ?c ?b)))
            (wall (seat ?me) (row ?row) (column ?d&:(> ?d ?c))))
   =>
   (assert (row-nearly-done ?row)))

; I do not lead while another player has at least as many points.
(defrule another-has-as-many-points
   (logical (me (seat ?me))
            (score (seat ?me) (points ?mine))
            (score (seat ~?me) (points ?theirs&:(>= ?theirs ?mine))))
   =>
   (assert (not-leading)))


; 3. The floor.

; Tiles that fall cost points, more on a fuller floor.
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
