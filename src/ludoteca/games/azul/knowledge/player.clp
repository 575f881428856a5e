; A player of Azul: the tiles that bring most points, less what the floor costs, and what the others could do with them.
;
; Forward chaining: first the open places of all walls get their points, then each rule that evaluates a move asserts a
; merit, positive or negative. Merits are added up, one by one, to the total of the move, and the move with the best
; total is chosen. Merits are counted in tenths of a point.
; A fact asserted under a (logical …) pattern is retracted when the pattern no longer matches: no evaluation is kept
; for the next position.

(deftemplate tile (slot seat) (slot row) (slot column) (slot colour))
(deftemplate place (slot seat) (slot row) (slot column) (slot colour) (slot points) (slot bonus))
(deftemplate merit (slot move) (slot points) (slot because))
(deftemplate total (slot move) (slot points) (slot because))

; Saliences: the tiles of the walls first, then the open places, then merits and totals (0), then the choice.
(defglobal ?*looking* = 20
           ?*counting* = 10
           ?*choosing* = -10)


; 1. The open places of all walls: the points of a tile there, and the bonus that it would complete.

; The tiles on a wall.
(defrule a-tile-on-the-wall
   (declare (salience ?*looking*))
   (logical (wall (seat ?seat) (row ?row) (column ?column) (colour ?colour)))
   =>
   (assert (tile (seat ?seat) (row ?row) (column ?column) (colour ?colour))))

; A full line counts as a tile on the wall, since it will be one when the round ends.
(defrule a-full-line-will-be-a-tile
   (declare (salience ?*looking*))
   (logical (line (seat ?seat) (line ?line) (colour ?colour) (count ?line))
            (pattern (row ?line) (column ?column) (colour ?colour)))
   =>
   (assert (tile (seat ?seat) (row ?line) (column ?column) (colour ?colour))))

; The number of tiles from a place on in a direction, up to the first gap.
(deffunction run (?seat ?row ?column ?down ?right)
   (bind ?row (+ ?row ?down))
   (bind ?column (+ ?column ?right))
   (if (any-factp ((?tile tile)) (and (eq ?tile:seat ?seat) (eq ?tile:row ?row) (eq ?tile:column ?column)))
      then (+ 1 (run ?seat ?row ?column ?down ?right))
      else 0))

; A tile scores the tiles in its row and in its column that it is connected with, itself included; alone it scores 1.
(deffunction tile-points (?seat ?row ?column)
   (bind ?across (+ (run ?seat ?row ?column 0 1) (run ?seat ?row ?column 0 -1)))
   (bind ?down (+ (run ?seat ?row ?column 1 0) (run ?seat ?row ?column -1 0)))
   (+ 1 ?across ?down (if (and (> ?across 0) (> ?down 0)) then 1 else 0)))

; The fifth tile of a row, a column or a colour earns a bonus at the end of the game.
(deffunction bonus (?tiles ?points)
   (if (= (length$ ?tiles) 4) then ?points else 0))

; What a tile would bring on each open place of each wall.
(defrule an-open-place
   (declare (salience ?*counting*))
   (logical (score (seat ?seat))
            (pattern (row ?row) (column ?column) (colour ?colour))
            (not (tile (seat ?seat) (row ?row) (column ?column))))
   =>
   (assert (place (seat ?seat) (row ?row) (column ?column) (colour ?colour)
                  (points (tile-points ?seat ?row ?column))
                  (bonus (+ (bonus (find-all-facts ((?it tile)) (and (eq ?it:seat ?seat) (eq ?it:row ?row))) 2)
                            (bonus (find-all-facts ((?it tile)) (and (eq ?it:seat ?seat) (eq ?it:column ?column))) 7)
                            (bonus (find-all-facts ((?it tile)) (and (eq ?it:seat ?seat) (eq ?it:colour ?colour))) 10))))))


; 2. Lines.

; A full line is worth two points for each of its spaces: long lines take long to fill.
(defrule filling-a-line-is-good
   (logical (me (seat ?me))
            (filled (move ?move) (seat ?me) (line ?line)))
   =>
   (assert (merit (move ?move) (points (* 20 ?line)) (because (str-cat "it fills line " ?line)))))

; The tile of a full line scores when the round ends.
(defrule scoring-is-good
   (logical (me (seat ?me))
            (filled (move ?move) (seat ?me) (colour ?colour) (line ?line))
            (place (seat ?me) (row ?line) (colour ?colour) (points ?points)))
   =>
   (assert (merit (move ?move) (points (* 10 ?points)) (because (str-cat "its tile will score " ?points)))))

; It may also complete a row, a column or a colour.
(defrule a-bonus-is-good
   (logical (me (seat ?me))
            (filled (move ?move) (seat ?me) (colour ?colour) (line ?line))
            (place (seat ?me) (row ?line) (colour ?colour) (bonus ?bonus&~0)))
   =>
   (assert (merit (move ?move) (points (* 10 ?bonus)) (because (str-cat "it earns a bonus of " ?bonus)))))

; The middle column has room for neighbours on both sides, so the farther from it, the worse.
(defrule far-from-the-middle-is-bad
   (logical (me (seat ?me))
            (filled (move ?move) (seat ?me) (colour ?colour) (line ?line))
            (pattern (row ?line) (column ?column&~3) (colour ?colour)))
   =>
   (bind ?away (abs (- ?column 3)))
   (assert (merit (move ?move) (points (* -5 ?away)) (because (str-cat "its place is " ?away " from the middle")))))

; A line that stays open earns less: four tenths of a full one, in proportion to the tiles laid.
(defrule an-open-line-is-a-beginning
   (logical (me (seat ?me))
            (laid (move ?move) (seat ?me) (tiles ?tiles) (colour ?colour) (line ?line))
            (line (seat ?me) (line ?line) (count ?held))
            (place (seat ?me) (row ?line) (colour ?colour) (points ?points) (bonus ?bonus)))
   =>
   (bind ?full (* 10 (+ ?points ?bonus (* 2 ?line))))
   (bind ?open (- ?line ?held ?tiles))
   (assert (merit (move ?move) (points (div (* 4 ?full ?tiles) (* 10 ?line)))
                  (because (str-cat "it leaves " ?open " open in line " ?line)))))

; It earns three tenths more when exactly the tiles that it lacks lie at another source.
(defrule the-rest-is-on-offer
   (logical (me (seat ?me))
            (takes (move ?move) (source ?source) (colour ?colour))
            (laid (move ?move) (seat ?me) (tiles ?tiles) (line ?line))
            (line (seat ?me) (line ?line) (count ?held))
            (exists (tiles (source ~?source) (colour ?colour) (count ?count&:(= ?count (- ?line ?held ?tiles)))))
            (place (seat ?me) (row ?line) (colour ?colour) (points ?points) (bonus ?bonus)))
   =>
   (bind ?full (* 10 (+ ?points ?bonus (* 2 ?line))))
   (assert (merit (move ?move) (points (div (* 3 ?full ?tiles) (* 10 ?line)))
                  (because "the rest of the line lies at another source"))))

; Adding to a line that has tiles is better than starting a new one.
(defrule going-on-is-good
   (logical (me (seat ?me))
            (laid (move ?move) (seat ?me) (line ?line))
            (line (seat ?me) (line ?line) (count ~0)))
   =>
   (assert (merit (move ?move) (points 10) (because "it adds to a line that has tiles"))))


; 3. The others.

; Another player could fill a line with exactly so many tiles of a colour.
(defrule another-needs-them
   (logical (me (seat ?me))
            (line (seat ?other&~?me) (line ?line) (colour ?held) (count ?count))
            (place (seat ?other) (row ?line) (colour ?colour&:(or (= ?count 0) (eq ?colour ?held)))
                   (points ?points) (bonus ?bonus)))
   =>
   (assert (needed ?colour (- ?line ?count) (+ ?points ?bonus))))

; Taking them denies the other player that, which is worth six tenths of those points; the best such line counts.
(defrule denying-is-good
   (logical (takes (move ?move) (colour ?colour) (count ?count))
            (needed ?colour ?count ?points)
            (not (needed ?colour ?count ?more&:(> ?more ?points))))
   =>
   (assert (merit (move ?move) (points (* 6 ?points))
                  (because (str-cat "another player would score " ?points " with these tiles")))))


; 4. The floor.

; The tenths of a point that a floor with this number of filled spaces costs.
(deffunction floor-cost (?spaces)
   (* 10 (nth$ (+ 1 (min 7 ?spaces)) (create$ 0 1 2 4 6 8 11 14))))

; The filled spaces of my floor.
(deffunction floor-spaces (?me)
   (length$ (find-all-facts ((?thing floor)) (eq ?thing:seat ?me))))

; Tiles that fall cost points, more on a fuller floor; the marker of the same move lies there first.
(defrule letting-fall-is-bad
   (logical (me (seat ?me))
            (fell (move ?move) (seat ?me) (tiles ?tiles)))
   =>
   (bind ?before (floor-spaces ?me))
   (if (any-factp ((?marker marker)) (eq ?marker:move ?move)) then (bind ?before (+ ?before 1)))
   (assert (merit (move ?move) (points (- (floor-cost ?before) (floor-cost (+ ?before ?tiles))))
                  (because (str-cat "it lets " ?tiles " fall")))))

; The marker costs a space of the floor, and starts the next round.
(defrule the-marker-costs-a-space
   (logical (me (seat ?me))
            (marker (move ?move)))
   =>
   (bind ?before (floor-spaces ?me))
   (assert (merit (move ?move) (points (- (floor-cost ?before) (floor-cost (+ ?before 1))))
                  (because "it takes the marker"))))


; 5. Add up, then choose.

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
