; Operations: small changes of working memory that several rules share.

; The instance that holds how many of a good a player has.
(deffunction goods (?player ?good)
  (symbol-to-instance-name (sym-cat ?good - ?player)))

; The instance that holds how many of something a player has built, has at home, or had to take.
(deffunction counter (?player ?counts)
  (symbol-to-instance-name (sym-cat ?counts -counter- ?player)))

; More (or less) of a good, or of what a counter counts.
(deffunction add (?holder ?more)
  (modify-instance ?holder (amount (+ (send ?holder get-amount) ?more))))

(deffunction pay (?player ?good ?cost)
  (add (goods ?player ?good) (- 0 ?cost)))

; A person steps onto the card of an action.
(deffunction place (?person ?action)
  (modify-instance ?person (action (send ?action get-card)) (action-id (send ?action get-id)))
  (modify-instance ?action (occupied TRUE)))

; The turn goes to one of the two players.
(deffunction give-turn (?to ?from)
  (modify-instance ?from (turn FALSE))
  (modify-instance ?to (turn TRUE)))

(deffunction land-name (?player ?cell)
  (symbol-to-instance-name (sym-cat land- ?player - ?cell)))

; The lowest of the empty lands is empty no more.
(deffunction use-land (?player ?cell)
  (unmake-instance (land-name ?player ?cell))
  (add (counter ?player empty-land) -1)
  (modify-instance (counter ?player empty-land) (next (+ ?cell 1))))

(deffunction plow-field (?player ?cell)
  (use-land ?player ?cell)
  (make-instance (land-name ?player ?cell) of FIELD (player ?player) (id ?cell))
  (add (counter ?player field) 1))

(deffunction sow-field (?player ?field ?crop ?yield)
  (pay ?player ?crop 1)
  (modify-instance ?field (crop ?crop) (amount ?yield)))

(deffunction build-room (?player ?cell ?material)
  (pay ?player ?material ?*room-material*)
  (pay ?player reed ?*room-reed*)
  (use-land ?player ?cell)
  (make-instance (land-name ?player ?cell) of ROOM (player ?player) (id ?cell) (material ?material))
  (add (counter ?player room) 1))

; A house of wood is renewed in clay, one of clay in stone.
(deffunction next-material (?material)
  (switch ?material
    (case wood then clay)
    (case clay then stone)
    (default none)))

(deffunction fences-around (?cells)
  (+ 2 (* 2 ?cells)))

; The first fence makes a pasture of one empty land, or of two.
(deffunction begin-pasture (?player $?cells)
  (pay ?player wood 1)
  (foreach ?cell ?cells (use-land ?player ?cell))
  (make-instance (land-name ?player (nth$ 1 ?cells)) of PASTURE
    (player ?player) (id ?cells) (cells (length$ ?cells)))
  (add (counter ?player pasture) 1)
  (add (counter ?player fence) 1))

; One more fence; the last one makes space for two animals a cell.
(deffunction go-on-fencing (?player ?pasture)
  (pay ?player wood 1)
  (add (counter ?player fence) 1)
  (bind ?fences (+ 1 (send ?pasture get-fences)))
  (bind ?cells (send ?pasture get-cells))
  (modify-instance ?pasture (fences ?fences))
  (if (= ?fences (fences-around ?cells)) then (modify-instance ?pasture (space (* 2 ?cells)))))

; A stable doubles what the pasture holds.
(deffunction build-stable (?player ?pasture)
  (pay ?player wood ?*stable-wood*)
  (add (counter ?player stable) 1)
  (bind ?space (send ?pasture get-space))
  (bind ?animals (send ?pasture get-animals))
  (modify-instance ?pasture (stables (+ 1 (send ?pasture get-stables))) (space (+ ?space ?space ?animals))))

; An animal moves in.
(deffunction settle (?player ?shelter ?animal)
  (add (goods ?player ?animal) 1)
  (modify-instance ?shelter
    (animal ?animal) (animals (+ (send ?shelter get-animals) 1)) (space (- (send ?shelter get-space) 1))))

; An animal is taken out.
(deffunction take-out (?player ?shelter ?animal)
  (pay ?player ?animal 1)
  (modify-instance ?shelter
    (animals (- (send ?shelter get-animals) 1)) (space (+ (send ?shelter get-space) 1))))

; An animal leaves the card it stood on.
(deffunction lead-away (?action)
  (modify-instance ?action (total (- (send ?action get-total) 1))))

(deffunction bear (?player ?people ?card ?action)
  (bind ?id (+ ?people 1))
  (make-instance (symbol-to-instance-name (sym-cat person- ?player - ?id)) of PERSON
    (player ?player) (id ?id) (newborn TRUE) (action ?card) (action-id ?action))
  (add (counter ?player person) 1))

; Points for a player.
(deffunction score (?player ?points)
  (bind ?holder (symbol-to-instance-name (sym-cat player- ?player)))
  (modify-instance ?holder (points (+ (send ?holder get-points) ?points))))

; The next round begins; after the last one there is nothing left to do but to count.
(deffunction begin-round (?phase ?round)
  (modify-instance ?phase (round ?round) (now start-of-round))
  (if (<= ?round 14) then (assert (to-do give-turn) (to-do turn-card))))

; ---------------------------------------------------------------- what the engine asks

; The points of a seat, as far as they have been counted.
(deffunction points (?seat)
  (send (symbol-to-instance-name (sym-cat player- ?seat)) get-points))

; Count as if the game ended here.
(deffunction end-now ()
  (modify-instance [phase] (round 15)))
