; A careful farmer: every move is judged by what it does, and the one with the best total is chosen.
;
; Each rule asserts merits of a move; merits are added up to its total; then the best total is chosen. What depends on a
; (logical …) pattern goes by itself when that pattern no longer holds, so nothing judged here outlives the position.

(deftemplate merit (slot move) (slot points) (slot because))
(deftemplate total (slot move) (slot points) (slot because))

; The lowest salience: the rules that compare moves fire after all others.
(defglobal ?*choosing* = -10)


; 1. What is good about a move?

; What my farm would be worth more at once, if the game ended here.
(defrule points-count
   (logical (me (seat ?me)) (gain (move ?move) (seat ?me) (points ?points&~0)))
   =>
   (assert (merit (move ?move) (points (* 10 ?points)) (because (str-cat "worth " ?points " points")))))

; Another pair of hands works in every round to come.
(defrule children-first
   (logical (fires (move ?move) (rule grow_family|grow_family_without_room)))
   =>
   (assert (merit (move ?move) (points 100) (because "a child"))))

; Rooms make room for children, and for the animals that share them.
(defrule rooms-for-children
   (logical (fires (move ?move) (rule build_room|build_next_room)))
   =>
   (assert (merit (move ?move) (points 80) (because "a room"))))

; A sown field gives a crop at each harvest until it is empty.
(defrule sowing-lasts
   (logical (fires (move ?move) (rule sow|sow_next)))
   =>
   (assert (merit (move ?move) (points 45) (because "it sows"))))

; A field wants to be there before it can be sown.
(defrule plow-early
   (logical (me (seat ?me)) (count (seat ?me) (what field) (amount ?fields&:(< ?fields 5)))
            (fires (move ?move) (rule plow)))
   =>
   (assert (merit (move ?move) (points 15) (because "I have fewer than 5 fields"))))

; With less than 2 food for each person, food is worth having.
(defrule food-is-short
   (logical (me (seat ?me)) (goods (seat ?me) (good food) (amount ?food))
            (count (seat ?me) (what person) (amount ?people&:(< ?food (* 2 ?people))))
            (bound (move ?move) (variable good) (value food)) (bound (move ?move) (variable amount) (value ?amount)))
   =>
   (assert (merit (move ?move) (points (* 12 ?amount)) (because "I have less than 2 food for each person"))))

; The more goods a move takes, the better.
(defrule goods-are-useful
   (logical (fires (move ?move) (rule take_goods)) (bound (move ?move) (variable amount) (value ?amount))
            (bound (move ?move) (variable good) (value ~food)))
   =>
   (assert (merit (move ?move) (points (* 4 ?amount)) (because (str-cat "takes " ?amount)))))

; Without seed there is nothing to sow.
(defrule seed-first
   (logical (me (seat ?me)) (goods (seat ?me) (good ?crop&grain|vegetable) (amount 0))
            (bound (move ?move) (variable good) (value ?crop)))
   =>
   (assert (merit (move ?move) (points 25) (because (str-cat "I have no " ?crop)))))

; A fireplace or a hearth turns animals and crops into meals.
(defrule something-to-cook-with
   (logical (me (seat ?me)) (not (improvement (owner ?me)))
            (bound (move ?move) (variable improvement) (value ?what&:(or (str-index "fireplace" ?what) (str-index "hearth" ?what)))))
   =>
   (assert (merit (move ?move) (points 30) (because "a place to cook"))))


; 2. Add up, and choose.

; Nothing has been said of the move yet.
(defrule begin-with-nothing
   (logical (legal (move ?move)))
   =>
   (assert (total (move ?move) (points 0) (because ""))))

; One more thing is said of the move.
(defrule add-a-merit
   (logical (legal (move ?move)))
   ?total <- (total (move ?move) (points ?sum) (because ?said))
   ?merit <- (merit (move ?move) (points ?points) (because ?new))
   =>
   (retract ?total ?merit)
   (assert (total (move ?move) (points (+ ?sum ?points))
                  (because (if (eq ?said "") then ?new else (str-cat ?said ", " ?new))))))

; The best of all, once everything has been said; of equals, the first by name.
(defrule choose-the-best
   (declare (salience ?*choosing*))
   (total (move ?move) (points ?best) (because ?why))
   (not (total (points ?more&:(> ?more ?best))))
   (not (total (points ?best) (move ?other&:(< (str-compare ?other ?move) 0))))
   =>
   (assert (choose (move ?move) (because (if (eq ?why "") then "no move has a better total" else ?why)))))
