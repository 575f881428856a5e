; Agricola classic up to the next harvest: feed the family first, then gain the most points of the score sheet, with some
; credit for what grows later (children, rooms for them, material, food, places for animals).
;
; The working day of the planning document on the board of the production system's document: one family's own actions.
; The other family's are not known, so the plan is made again whenever the position is not as it predicts.
;
; The document's actions, with the document's meaning: take-goods, plow, sow, bake-one, bake-two, build-room, renovate,
; take-improvement-for-one, take-improvement-for-two, grow-with-room, grow-without-room, become-starting-player,
; change-turn, finish. Its predicates (allows) (gives) (house) (better) (for-sale) (owns) (costs-one) (costs-two) (bakes-two) and
; its functions (turn) (last-turn) (done) (actions) (people) (stock) (cells) (sown-fields) (fences) (price)
; (bread-of-one) (bread-of-two) are here too, without the player, since there is one.
;
; What differs, because the board does:
;   - Goods pile up on a card: (pile) is taken, not always 5.
;   - People are alike: (done) counts them, and no action names one.
;   - Sowing, building, fencing and taking animals go on as long as they can. So these actions begin with ?x: a person
;     is `arriving` at a card, or `going-on` there, and (may ?x ?c ?d) stands for the document's (used ?c).
;   - The document's `fence` is a pasture of one cell or of two, finished or not (six actions); its `take-animals` leads
;     each animal to a place of its own, or cooks it where there is none.
;   - A newborn works from the next round on.
; New: hearths for clay or for a fireplace, stables, the later days in short (the people of the rounds after this one
; fetch food or do other work), and the harvest: gathering, exchanging and eating goods, feeding, begging, breeding.
;
; A plan is worth (points), counted as at the end of the game, and a tenth of (outlook), the estimated credit.
; In the comment that opens an action, a variable is an argument; an action with a comment that starts with `then` or `now`
; is no move. To play by your own file, keep the names and change preconditions, effects, (points) and (outlook).

(define (domain agricola-harvest)
  (:requirements :typing :equality :negative-preconditions :disjunctive-preconditions :universal-preconditions
                 :conditional-effects :numeric-fluents)

  (:types
    card improvement deed cell good stage phase pasture size number row - object
    cell-row crop-row animal-row craft-row - row
    ware animal vacancy - good
    provision crop material - ware)

  (:constants
    empty room field pasture - cell
    food - provision
    grain vegetable - crop
    wood clay stone reed - material
    sheep boar cattle - animal
    none - vacancy
    taking plowing sowing baking enclosing building stabling renovating improving
    growing-with-room growing-without-room going-first - deed
    arriving going-on - stage
    working later feeding breeding over - phase
    one two - size
    n0 n1 n2 n3 n4 n5 n6 n7 n8 n9 n10 n11 n12 n13 n14 n15 n16 - number)

  (:predicates
    (now ?h - phase)
    (stage ?x - stage)
    (may ?x - stage ?c - card ?d - deed)     ; a person may arrive at ?c to do ?d, or go on with it there
    (allows ?c - card ?d - deed)
    (gives ?c - card ?g - good)
    (fences-next ?c - card)                  ; renovating at ?c leads to fencing
    (improves-next ?c - card)                ; renovating at ?c leads to an improvement
    (house ?m - material)                    ; what the rooms are built of
    (better ?m ?n - material)                ; a house of ?m can be renovated to ?n
    (for-sale ?i - improvement)
    (owns ?i - improvement)
    (costs-one ?i - improvement ?m - material)
    (costs-two ?i - improvement ?m ?n - material)
    (is-hearth ?i - improvement)             ; a fireplace may be handed in for it
    (is-fireplace ?i - improvement)
    (bakes ?i - improvement)
    (bakes-two ?i - improvement)             ; it bakes two grain at once
    (turns ?i - improvement ?g - good)       ; it turns ?g into food
    (size-of ?p - pasture ?z - size)         ; of a finished pasture
    (stabled ?p - pasture ?n - number)       ; stables in it
    (keeps ?p - pasture ?g - good)           ; the species in it, or none
    (flock ?p - pasture ?n - number)         ; animals in it
    (next ?n ?m - number)
    (holds ?z - size ?s ?n - number)         ; with ?s stables there is space for ?n animals
    (lives ?g - good)                        ; an animal, or none
    (site ?p - pasture)                      ; it has a cell without a stable
    (rebuilt)                                ; a stable was built in this plan: pastures are only counted from then on
    (young ?a - animal)                      ; is expected
    (finished)
    (tallies-cell ?r - cell-row ?k - cell)        ; a row of the score sheet
    (tallies-crop ?r - crop-row ?g - crop)
    (tallies-animal ?r - animal-row ?a - animal)
    (tallies-craft ?r - craft-row ?i - improvement ?m - material))

  (:functions
    (turn) (last-turn)                       ; the round, and that of the next harvest
    (done) (actions)                         ; today's work, and how much of it is planned step by step
    (arrives ?x - stage)                     ; 1 for a person who arrives
    (people)
    (later-work)                             ; people at work after that, up to the harvest
    (later-rounds)
    (later-uses ?c - card)                   ; how often it can be used in the later rounds
    (replenishing ?c - card)                 ; goods that it gets in a round
    (pile ?c - card)
    (stock ?g - good)
    (cells ?k - cell)
    (sown-fields ?g - crop)
    (growing ?g - crop)                      ; crops on all fields
    (yield ?g - crop)
    (fences) (fences-left)                   ; built, and still to be had
    (gap) (gap-cells)                        ; fences that an unfinished pasture lacks, and its cells
    (stables) (sites)                        ; cells of finished pastures without a stable
    (price ?i - improvement ?m - material)
    (prize ?i - improvement)                 ; points
    (bread-of-one ?i - improvement)          ; food for one grain
    (bread-of-two ?i - improvement)          ; food for two grain
    (food-of ?i - improvement ?g - good)
    (house-space) (housed ?a - animal)       ; rooms without an animal, and animals in rooms
    (pasture-space ?a - animal)              ; for more of a species
    (capacity ?p - pasture)
    (need) (food-of-child)                   ; food that the family, or a child born today, has to eat at the harvest
    (well-food) (draws ?i - improvement)     ; food that improvements give, owned or bought, up to the harvest
    (room-points ?m - material)
    (least ?r - row) (row-points ?r - row)
    (points) (outlook)
    (credit-of-person) (credit-of-room) (credit-of-work) (credit-of-food) (credit-of-space) (credit-of-cooking)
    (credit-of-oven) (credit-of-first) (credit ?m - good) (enough ?m - good) (fear))

  ;; Goods

  (:action take-goods
    ; take ?g by ?c
    :parameters (?c - card ?g - ware)
    :precondition (and
      (now working) (stage arriving) (< (done) (actions)) (allows ?c taking) (may arriving ?c taking)
      (gives ?c ?g) (> (pile ?c) 0))
    :effect (and
      (not (may arriving ?c taking)) (increase (done) 1)
      (increase (stock ?g) (pile ?c)) (assign (pile ?c) 0)))

  (:action become-starting-player
    ; become the starting player by ?c
    :parameters (?c - card)
    :precondition (and (now working) (stage arriving) (< (done) (actions)) (allows ?c going-first) (may arriving ?c going-first))
    :effect (and
      (not (may arriving ?c going-first)) (increase (done) 1)
      (increase (outlook) (credit-of-first))))

  ;; Animals: as many as there are, each into a room or into a pasture

  (:action take-animal-into-house
    ; ?x: lead ?a into the house by ?c
    :parameters (?x - stage ?c - card ?a - animal)
    :precondition (and
      (now working) (stage ?x) (<= (+ (done) (arrives ?x)) (actions)) (allows ?c taking) (may ?x ?c taking)
      (not (rebuilt)) (gives ?c ?a) (> (pile ?c) 0) (> (house-space) 0))
    :effect (and
      (not (may arriving ?c taking)) (may going-on ?c taking) (not (stage arriving)) (stage going-on)
      (increase (done) (arrives ?x)) (decrease (pile ?c) 1)
      (increase (stock ?a) 1) (increase (housed ?a) 1) (decrease (house-space) 1)))

  (:action take-animal-into-pasture
    ; ?x: lead ?a into ?p (?z, stables ?s, animals ?n) by ?c
    :parameters (?x - stage ?c - card ?a - animal ?p - pasture ?z - size ?s ?n ?m - number)
    :precondition (and
      (now working) (stage ?x) (<= (+ (done) (arrives ?x)) (actions)) (allows ?c taking) (may ?x ?c taking)
      (not (rebuilt)) (gives ?c ?a) (> (pile ?c) 0)
      (size-of ?p ?z) (stabled ?p ?s) (next ?n ?m) (holds ?z ?s ?m) (flock ?p ?n)
      (or (keeps ?p ?a) (keeps ?p none)))
    :effect (and
      (not (may arriving ?c taking)) (may going-on ?c taking) (not (stage arriving)) (stage going-on)
      (increase (done) (arrives ?x)) (decrease (pile ?c) 1)
      (increase (stock ?a) 1) (not (flock ?p ?n)) (flock ?p ?m) (not (keeps ?p none)) (keeps ?p ?a)
      (decrease (pasture-space ?a) 1)
      (forall (?b - animal)
        (when (and (= ?n n0) (not (= ?b ?a))) (decrease (pasture-space ?b) (capacity ?p))))))

  (:action cook-animal
    ; ?x: cook ?a by ?c with ?i
    :parameters (?x - stage ?c - card ?a - animal ?i - improvement)
    :precondition (and
      (now working) (stage ?x) (<= (+ (done) (arrives ?x)) (actions)) (allows ?c taking) (may ?x ?c taking)
      (not (rebuilt)) (gives ?c ?a) (> (pile ?c) 0) (turns ?i ?a) (owns ?i)
      (= (house-space) 0) (= (pasture-space ?a) 0))
    :effect (and
      (not (may arriving ?c taking)) (may going-on ?c taking) (not (stage arriving)) (stage going-on)
      (increase (done) (arrives ?x)) (decrease (pile ?c) 1)
      (increase (stock food) (food-of ?i ?a))))

  (:action finish-taking
    ; then no animal is left on ?c, or none finds a place
    :parameters (?c - card ?a - animal)
    :precondition (and
      (stage going-on) (allows ?c taking) (may going-on ?c taking) (gives ?c ?a)
      (or (= (pile ?c) 0)
          (and (= (house-space) 0) (= (pasture-space ?a) 0)
               (forall (?i - improvement) (or (not (turns ?i ?a)) (not (owns ?i)))))))
    :effect (and (not (may going-on ?c taking)) (not (stage going-on)) (stage arriving)))

  ;; Fields

  (:action plow
    ; plow by ?c
    :parameters (?c - card)
    :precondition (and
      (now working) (stage arriving) (< (done) (actions)) (allows ?c plowing) (may arriving ?c plowing)
      (>= (cells empty) 1))
    :effect (and
      (forall (?d - deed) (not (may arriving ?c ?d))) (increase (done) 1)
      (decrease (cells empty) 1) (increase (cells field) 1)))

  (:action sow
    ; ?x: sow ?g by ?c
    :parameters (?x - stage ?c - card ?g - crop)
    :precondition (and
      (now working) (stage ?x) (<= (+ (done) (arrives ?x)) (actions)) (allows ?c sowing) (may ?x ?c sowing)
      (> (cells field) (+ (sown-fields grain) (sown-fields vegetable))) (>= (stock ?g) 1))
    :effect (and
      (forall (?d - deed) (not (may arriving ?c ?d))) (may going-on ?c sowing) (not (stage arriving)) (stage going-on)
      (increase (done) (arrives ?x))
      (decrease (stock ?g) 1) (increase (sown-fields ?g) 1) (increase (growing ?g) (yield ?g))))

  (:action finish-sowing
    ; then every field is sown, or there is nothing to sow
    :parameters (?c - card)
    :precondition (and
      (stage going-on) (allows ?c sowing) (may going-on ?c sowing)
      (or (= (cells field) (+ (sown-fields grain) (sown-fields vegetable)))
          (and (= (stock grain) 0) (= (stock vegetable) 0))))
    :effect (and (not (may going-on ?c sowing)) (not (stage going-on)) (stage arriving)))

  (:action bake-one
    ; bake one grain with ?i by ?c
    :parameters (?c - card ?i - improvement)
    :precondition (and
      (now working) (stage arriving) (< (done) (actions)) (allows ?c baking) (may arriving ?c baking)
      (bakes ?i) (owns ?i) (>= (stock grain) 1))
    :effect (and
      (forall (?d - deed) (not (may arriving ?c ?d))) (increase (done) 1)
      (decrease (stock grain) 1) (increase (stock food) (bread-of-one ?i))))

  (:action bake-two
    ; bake two grain with ?i by ?c
    :parameters (?c - card ?i - improvement)
    :precondition (and
      (now working) (stage arriving) (< (done) (actions)) (allows ?c baking) (may arriving ?c baking)
      (bakes-two ?i) (owns ?i) (>= (stock grain) 2))
    :effect (and
      (forall (?d - deed) (not (may arriving ?c ?d))) (increase (done) 1)
      (decrease (stock grain) 2) (increase (stock food) (bread-of-two ?i))))

  ;; Fences: as long as there are wood and fences; an unfinished pasture comes first

  (:action fence-single
    ; ?x: fence one cell by ?c
    :parameters (?x - stage ?c - card)
    :precondition (and
      (now working) (stage ?x) (<= (+ (done) (arrives ?x)) (actions)) (allows ?c enclosing) (may ?x ?c enclosing)
      (= (gap) 0) (>= (cells empty) 1) (>= (stock wood) 4) (>= (fences-left) 4))
    :effect (and
      (not (may arriving ?c enclosing)) (may going-on ?c enclosing) (not (stage arriving)) (stage going-on)
      (increase (done) (arrives ?x))
      (decrease (stock wood) 4) (increase (fences) 4) (decrease (fences-left) 4)
      (decrease (cells empty) 1) (increase (cells pasture) 1) (increase (sites) 1)
      (forall (?a - animal) (increase (pasture-space ?a) 2))))

  (:action fence-double
    ; ?x: fence two cells by ?c
    :parameters (?x - stage ?c - card)
    :precondition (and
      (now working) (stage ?x) (<= (+ (done) (arrives ?x)) (actions)) (allows ?c enclosing) (may ?x ?c enclosing)
      (= (gap) 0) (>= (cells empty) 2) (>= (stock wood) 6) (>= (fences-left) 6))
    :effect (and
      (not (may arriving ?c enclosing)) (may going-on ?c enclosing) (not (stage arriving)) (stage going-on)
      (increase (done) (arrives ?x))
      (decrease (stock wood) 6) (increase (fences) 6) (decrease (fences-left) 6)
      (decrease (cells empty) 2) (increase (cells pasture) 1) (increase (sites) 2)
      (forall (?a - animal) (increase (pasture-space ?a) 4))))

  (:action fence-on
    ; ?x: finish a pasture by ?c
    :parameters (?x - stage ?c - card)
    :precondition (and
      (now working) (stage ?x) (<= (+ (done) (arrives ?x)) (actions)) (allows ?c enclosing) (may ?x ?c enclosing)
      (> (gap) 0) (>= (stock wood) (gap)) (>= (fences-left) (gap)))
    :effect (and
      (not (may arriving ?c enclosing)) (may going-on ?c enclosing) (not (stage arriving)) (stage going-on)
      (increase (done) (arrives ?x))
      (decrease (stock wood) (gap)) (increase (fences) (gap)) (decrease (fences-left) (gap)) (assign (gap) 0) (assign (gap-cells) 0)
      (increase (sites) (gap-cells))
      (forall (?a - animal) (increase (pasture-space ?a) (* 2 (gap-cells))))))

  (:action begin-single
    ; ?x: begin to fence one cell by ?c
    :parameters (?x - stage ?c - card)
    :precondition (and
      (now working) (stage ?x) (<= (+ (done) (arrives ?x)) (actions)) (allows ?c enclosing) (may ?x ?c enclosing)
      (= (gap) 0) (>= (cells empty) 1) (> (stock wood) 0) (> (fences-left) 0)
      (or (< (stock wood) 4) (< (fences-left) 4)))
    :effect (and
      (not (may arriving ?c enclosing)) (may going-on ?c enclosing) (not (stage arriving)) (stage going-on)
      (increase (done) (arrives ?x)) (assign (gap-cells) 1)
      (decrease (cells empty) 1) (increase (cells pasture) 1)
      (when (<= (stock wood) (fences-left)) (and
        (assign (gap) (- 4 (stock wood))) (increase (fences) (stock wood)) (decrease (fences-left) (stock wood))
        (assign (stock wood) 0)))
      (when (> (stock wood) (fences-left)) (and
        (assign (gap) (- 4 (fences-left))) (increase (fences) (fences-left)) (decrease (stock wood) (fences-left))
        (assign (fences-left) 0)))))

  (:action begin-double
    ; ?x: begin to fence two cells by ?c
    :parameters (?x - stage ?c - card)
    :precondition (and
      (now working) (stage ?x) (<= (+ (done) (arrives ?x)) (actions)) (allows ?c enclosing) (may ?x ?c enclosing)
      (= (gap) 0) (>= (cells empty) 2) (> (stock wood) 0) (> (fences-left) 0)
      (or (< (stock wood) 6) (< (fences-left) 6)))
    :effect (and
      (not (may arriving ?c enclosing)) (may going-on ?c enclosing) (not (stage arriving)) (stage going-on)
      (increase (done) (arrives ?x)) (assign (gap-cells) 2)
      (decrease (cells empty) 2) (increase (cells pasture) 1)
      (when (<= (stock wood) (fences-left)) (and
        (assign (gap) (- 6 (stock wood))) (increase (fences) (stock wood)) (decrease (fences-left) (stock wood))
        (assign (stock wood) 0)))
      (when (> (stock wood) (fences-left)) (and
        (assign (gap) (- 6 (fences-left))) (increase (fences) (fences-left)) (decrease (stock wood) (fences-left))
        (assign (fences-left) 0)))))

  (:action fence-further
    ; ?x: build more fences around an unfinished pasture by ?c
    :parameters (?x - stage ?c - card)
    :precondition (and
      (now working) (stage ?x) (<= (+ (done) (arrives ?x)) (actions)) (allows ?c enclosing) (may ?x ?c enclosing)
      (> (gap) 0) (> (stock wood) 0) (> (fences-left) 0)
      (or (< (stock wood) (gap)) (< (fences-left) (gap))))
    :effect (and
      (not (may arriving ?c enclosing)) (may going-on ?c enclosing) (not (stage arriving)) (stage going-on)
      (increase (done) (arrives ?x))
      (when (<= (stock wood) (fences-left)) (and
        (decrease (gap) (stock wood)) (increase (fences) (stock wood)) (decrease (fences-left) (stock wood))
        (assign (stock wood) 0)))
      (when (> (stock wood) (fences-left)) (and
        (decrease (gap) (fences-left)) (increase (fences) (fences-left)) (decrease (stock wood) (fences-left))
        (assign (fences-left) 0)))))

  (:action finish-fencing
    ; then there is no wood, no fence or no land left
    :parameters (?c - card)
    :precondition (and
      (stage going-on) (allows ?c enclosing) (may going-on ?c enclosing)
      (or (= (stock wood) 0) (= (fences-left) 0) (and (= (gap) 0) (= (cells empty) 0))))
    :effect (and (not (may going-on ?c enclosing)) (not (stage going-on)) (stage arriving)))

  ;; Stables and rooms, as many as possible

  (:action build-stable
    ; ?x: build a stable in ?p (?z, stables ?s, animals ?n, ?g) by ?c
    :parameters (?x - stage ?c - card ?p - pasture ?z - size ?s ?n - number ?g - good)
    :precondition (and
      (now working) (stage ?x) (<= (+ (done) (arrives ?x)) (actions)) (allows ?c stabling) (may ?x ?c stabling) (not (rebuilt))
      (size-of ?p ?z) (stabled ?p ?s) (site ?p) (holds ?z ?s ?n) (lives ?g) (flock ?p ?n) (keeps ?p ?g)
      (>= (stock wood) 2) (< (stables) 4))
    :effect (and
      (forall (?d - deed) (not (may arriving ?c ?d))) (may going-on ?c stabling) (not (stage arriving)) (stage going-on)
      (increase (done) (arrives ?x)) (rebuilt) (not (flock ?p ?n))
      (decrease (stock wood) 2) (increase (stables) 1) (decrease (sites) 1)
      (forall (?a - animal)
        (when (or (= ?g none) (= ?g ?a)) (increase (pasture-space ?a) (capacity ?p))))))

  (:action build-next-stable
    ; then build another stable
    :parameters (?c - card)
    :precondition (and
      (stage going-on) (allows ?c stabling) (may going-on ?c stabling) (rebuilt) (>= (stock wood) 2) (< (stables) 4) (> (sites) 0))
    :effect (and (decrease (stock wood) 2) (increase (stables) 1) (decrease (sites) 1)))

  (:action finish-stabling
    ; then there is no wood, no stable or no place for one left
    :parameters (?c - card)
    :precondition (and
      (stage going-on) (allows ?c stabling) (may going-on ?c stabling)
      (or (< (stock wood) 2) (>= (stables) 4) (= (sites) 0)))
    :effect (and (not (may going-on ?c stabling)) (not (stage going-on)) (stage arriving)))

  (:action build-room
    ; ?x: build a room of ?m by ?c
    :parameters (?x - stage ?c - card ?m - material)
    :precondition (and
      (now working) (stage ?x) (<= (+ (done) (arrives ?x)) (actions)) (allows ?c building) (may ?x ?c building) (house ?m)
      (>= (stock ?m) 5) (>= (stock reed) 2) (< (cells room) 5) (>= (cells empty) 1))
    :effect (and
      (forall (?d - deed) (not (may arriving ?c ?d))) (may going-on ?c building) (not (stage arriving)) (stage going-on)
      (increase (done) (arrives ?x))
      (decrease (stock ?m) 5) (decrease (stock reed) 2)
      (decrease (cells empty) 1) (increase (cells room) 1) (increase (house-space) 1)))

  (:action finish-building
    ; then there is no material, no reed or no land left, or there are five rooms
    :parameters (?c - card ?m - material)
    :precondition (and
      (stage going-on) (allows ?c building) (may going-on ?c building) (house ?m)
      (or (< (stock ?m) 5) (< (stock reed) 2) (>= (cells room) 5) (= (cells empty) 0)))
    :effect (and (not (may going-on ?c building)) (not (stage going-on)) (stage arriving)))

  (:action renovate
    ; renovate from ?m to ?n by ?c
    :parameters (?c - card ?m ?n - material)
    :precondition (and
      (now working) (stage arriving) (< (done) (actions)) (allows ?c renovating) (may arriving ?c renovating)
      (better ?m ?n) (house ?m) (>= (stock ?n) (cells room)) (>= (stock reed) (cells room)))
    :effect (and
      (not (may arriving ?c renovating)) (not (stage arriving)) (stage going-on)
      (increase (done) 1) (decrease (stock ?n) (cells room)) (decrease (stock reed) (cells room))
      (not (house ?m)) (house ?n)
      (when (fences-next ?c) (may going-on ?c enclosing))
      (when (improves-next ?c) (may going-on ?c improving))))

  ;; Improvements

  (:action take-improvement-for-one
    ; ?x: take ?i for ?m by ?c
    :parameters (?x - stage ?c - card ?i - improvement ?m - material)
    :precondition (and
      (now working) (stage ?x) (<= (+ (done) (arrives ?x)) (actions)) (allows ?c improving) (may ?x ?c improving)
      (costs-one ?i ?m) (for-sale ?i) (>= (stock ?m) (price ?i ?m)))
    :effect (and
      (not (may ?x ?c improving)) (not (stage going-on)) (stage arriving) (increase (done) (arrives ?x))
      (decrease (stock ?m) (price ?i ?m)) (not (for-sale ?i)) (owns ?i) (increase (points) (prize ?i))))

  (:action take-improvement-for-two
    ; ?x: take ?i for ?m and ?n by ?c
    :parameters (?x - stage ?c - card ?i - improvement ?m ?n - material)
    :precondition (and
      (now working) (stage ?x) (<= (+ (done) (arrives ?x)) (actions)) (allows ?c improving) (may ?x ?c improving)
      (costs-two ?i ?m ?n) (for-sale ?i) (>= (stock ?m) (price ?i ?m)) (>= (stock ?n) (price ?i ?n)))
    :effect (and
      (not (may ?x ?c improving)) (not (stage going-on)) (stage arriving) (increase (done) (arrives ?x))
      (decrease (stock ?m) (price ?i ?m)) (decrease (stock ?n) (price ?i ?n))
      (not (for-sale ?i)) (owns ?i) (increase (points) (prize ?i)) (increase (well-food) (draws ?i))))

  (:action take-hearth-for-fireplace
    ; ?x: hand in ?f for ?i by ?c
    :parameters (?x - stage ?c - card ?i ?f - improvement ?m - material)
    :precondition (and
      (now working) (stage ?x) (<= (+ (done) (arrives ?x)) (actions)) (allows ?c improving) (may ?x ?c improving)
      (is-hearth ?i) (costs-one ?i ?m) (for-sale ?i) (< (stock ?m) (price ?i ?m)) (is-fireplace ?f) (owns ?f))
    :effect (and
      (not (may ?x ?c improving)) (not (stage going-on)) (stage arriving) (increase (done) (arrives ?x))
      (not (owns ?f)) (for-sale ?f) (not (for-sale ?i)) (owns ?i)
      (increase (points) (- (prize ?i) (prize ?f)))))

  (:action finish-improving
    ; then no improvement can be paid
    :parameters (?c - card)
    :precondition (and
      (stage going-on) (improves-next ?c) (may going-on ?c improving)
      (forall (?i - improvement ?m - material)
        (or (not (costs-one ?i ?m)) (not (for-sale ?i)) (< (stock ?m) (price ?i ?m))))
      (forall (?i - improvement ?m ?n - material)
        (or (not (costs-two ?i ?m ?n)) (not (for-sale ?i))
            (< (stock ?m) (price ?i ?m)) (< (stock ?n) (price ?i ?n))))
      (forall (?i ?f - improvement)
        (or (not (is-hearth ?i)) (not (is-fireplace ?f)) (not (for-sale ?i)) (not (owns ?f)))))
    :effect (and (not (may going-on ?c improving)) (not (stage going-on)) (stage arriving)))

  ;; The family

  (:action grow-with-room
    ; grow the family by ?c
    :parameters (?c - card)
    :precondition (and
      (now working) (stage arriving) (< (done) (actions)) (allows ?c growing-with-room) (may arriving ?c growing-with-room)
      (> (cells room) (people)) (< (people) 5))
    :effect (and
      (not (may arriving ?c growing-with-room)) (increase (done) 1)
      (increase (people) 1) (increase (later-work) (later-rounds)) (increase (need) (food-of-child))))

  (:action grow-without-room
    ; grow the family by ?c
    :parameters (?c - card)
    :precondition (and
      (now working) (stage arriving) (< (done) (actions)) (allows ?c growing-without-room) (may arriving ?c growing-without-room)
      (< (people) 5))
    :effect (and
      (not (may arriving ?c growing-without-room)) (increase (done) 1)
      (increase (people) 1) (increase (later-work) (later-rounds)) (increase (need) (food-of-child))))

  ;; The later days, in short

  (:action rest
    ; then a person finds nothing to do
    :parameters ()
    :precondition (and (now working) (stage arriving) (< (done) (actions)))
    :effect (and (increase (done) 1) (decrease (points) 2)))

  (:action change-turn
    ; now the rest of the days up to the harvest
    :parameters ()
    :precondition (and (now working) (stage arriving) (= (done) (actions)))
    :effect (and (not (now working)) (now later) (assign (turn) (last-turn)) (increase (stock food) (well-food))))

  (:action fetch-food
    ; then fetch food by ?c on a later day: what one replenishing brings
    :parameters (?c - card)
    :precondition (and
      (now later) (gives ?c food) (> (later-work) 0) (> (later-uses ?c) 0) (< (stock food) (need)))
    :effect (and
      (decrease (later-work) 1) (decrease (later-uses ?c) 1) (increase (stock food) (replenishing ?c))))

  ;; The harvest

  (:action gather
    ; now the harvest: every sown field gives one
    :parameters ()
    :precondition (now later)
    :effect (and
      (not (now later)) (now feeding)
      (forall (?g - crop) (and
        (increase (stock ?g) (sown-fields ?g)) (decrease (growing ?g) (sown-fields ?g))))))

  (:action exchange
    ; turn ?g into food with ?i
    :parameters (?i - improvement ?g - ware)
    :precondition (and
      (now feeding) (< (stock food) (need)) (turns ?i ?g) (owns ?i) (>= (stock ?g) 1))
    :effect (and (decrease (stock ?g) 1) (increase (stock food) (food-of ?i ?g))))

  (:action exchange-two-grain
    ; turn two grain into food with ?i
    :parameters (?i - improvement)
    :precondition (and
      (now feeding) (< (stock food) (need)) (bakes-two ?i) (owns ?i) (>= (stock grain) 2))
    :effect (and (decrease (stock grain) 2) (increase (stock food) (bread-of-two ?i))))

  (:action exchange-animal-of-house
    ; turn ?a of the house into food with ?i
    :parameters (?i - improvement ?a - animal)
    :precondition (and
      (now feeding) (< (stock food) (need)) (turns ?i ?a) (owns ?i) (>= (housed ?a) 1))
    :effect (and
      (decrease (stock ?a) 1) (decrease (housed ?a) 1) (increase (house-space) 1)
      (increase (stock food) (food-of ?i ?a))))

  (:action exchange-animal-of-pasture
    ; turn ?a of ?p (?z, stables ?s, animals ?m) into food with ?i
    :parameters (?i - improvement ?a - animal ?p - pasture ?z - size ?s ?m ?n - number)
    :precondition (and
      (now feeding) (< (stock food) (need)) (turns ?i ?a) (owns ?i)
      (size-of ?p ?z) (stabled ?p ?s) (next ?n ?m) (holds ?z ?s ?m) (keeps ?p ?a) (flock ?p ?m))
    :effect (and
      (decrease (stock ?a) 1) (not (flock ?p ?m)) (flock ?p ?n) (increase (pasture-space ?a) 1)
      (increase (stock food) (food-of ?i ?a))
      (when (= ?n n0) (and (not (keeps ?p ?a)) (keeps ?p none)))
      (forall (?b - animal)
        (when (and (= ?n n0) (not (= ?b ?a))) (increase (pasture-space ?b) (capacity ?p))))))

  (:action eat-crop
    ; eat ?g
    :parameters (?g - crop)
    :precondition (and
      (now feeding) (< (stock food) (need)) (>= (stock ?g) 1)
      (forall (?i - improvement ?h - good) (or (not (turns ?i ?h)) (not (owns ?i)) (= (stock ?h) 0))))
    :effect (and (decrease (stock ?g) 1) (increase (stock food) 1)))

  (:action beg
    ; then beg for a person
    :parameters ()
    :precondition (and
      (now feeding) (< (stock food) (need)) (= (stock grain) 0) (= (stock vegetable) 0)
      (forall (?i - improvement ?h - good) (or (not (turns ?i ?h)) (not (owns ?i)) (= (stock ?h) 0))))
    :effect (and
      (when (>= (need) 2) (decrease (need) 2)) (when (< (need) 2) (assign (need) 0))
      (decrease (points) 3) (decrease (outlook) (fear))))

  (:action feed
    ; now the family eats, and animals have young
    :parameters ()
    :precondition (and (now feeding) (>= (stock food) (need)))
    :effect (and
      (not (now feeding)) (now over)
      (decrease (stock food) (need)) (assign (need) 0)
      (forall (?a - animal)
        (when (and (>= (stock ?a) 2) (or (> (house-space) 0) (> (pasture-space ?a) 0))) (increase (stock ?a) 1)))))

  (:action settle-young-in-house
    ; settle the young ?a in the house
    :parameters (?a - animal)
    :precondition (and (now breeding) (young ?a) (> (house-space) 0))
    :effect (and
      (not (young ?a)) (increase (stock ?a) 1) (increase (housed ?a) 1) (decrease (house-space) 1)))

  (:action settle-young-in-pasture
    ; settle the young ?a in ?p (?z, stables ?s, animals ?n)
    :parameters (?a - animal ?p - pasture ?z - size ?s ?n ?m - number)
    :precondition (and
      (now breeding) (young ?a)
      (size-of ?p ?z) (stabled ?p ?s) (next ?n ?m) (holds ?z ?s ?m) (flock ?p ?n)
      (or (keeps ?p ?a) (keeps ?p none)))
    :effect (and
      (not (young ?a)) (increase (stock ?a) 1)
      (not (flock ?p ?n)) (flock ?p ?m) (not (keeps ?p none)) (keeps ?p ?a)
      (decrease (pasture-space ?a) 1)
      (forall (?b - animal)
        (when (and (= ?n n0) (not (= ?b ?a))) (decrease (pasture-space ?b) (capacity ?p))))))

  (:action end-breeding
    ; then no young is left that finds a place
    :parameters ()
    :precondition (and
      (now breeding)
      (forall (?a - animal) (or (not (young ?a)) (and (= (house-space) 0) (= (pasture-space ?a) 0)))))
    :effect (and (not (now breeding)) (now over)))

  ;; What it is worth

  (:action finish
    ; now the score sheet is read
    :parameters ()
    :precondition (and (now over) (not (finished)))
    :effect (and
      (finished)
      ; By the score sheet.
      (increase (points) (- (+ (* 3 (people)) (stables)) (cells empty)))
      (forall (?r - cell-row ?k - cell)
        (when (and (tallies-cell ?r ?k) (>= (cells ?k) (least ?r))) (increase (points) (row-points ?r))))
      (forall (?r - crop-row ?g - crop)
        (when (and (tallies-crop ?r ?g) (>= (+ (stock ?g) (growing ?g)) (least ?r))) (increase (points) (row-points ?r))))
      (forall (?r - animal-row ?a - animal)
        (when (and (tallies-animal ?r ?a) (>= (stock ?a) (least ?r))) (increase (points) (row-points ?r))))
      (forall (?r - craft-row ?i - improvement ?m - material)
        (when (and (tallies-craft ?r ?i ?m) (owns ?i) (>= (stock ?m) (least ?r))) (increase (points) (row-points ?r))))
      (forall (?m - material) (when (house ?m) (increase (points) (* (room-points ?m) (cells room)))))
      ; What grows later: estimates.
      (increase (outlook) (+ (* (credit-of-person) (people)) (* (credit-of-work) (later-work))))
      (when (> (cells room) (people)) (increase (outlook) (credit-of-room)))
      (forall (?g - ware)
        (when (<= (stock ?g) (enough ?g)) (increase (outlook) (* (credit ?g) (stock ?g)))))
      (forall (?g - ware)
        (when (> (stock ?g) (enough ?g)) (increase (outlook) (+ (- (stock ?g) (enough ?g)) (* (credit ?g) (enough ?g))))))
      (forall (?g - crop) (increase (outlook) (* (credit ?g) (growing ?g))))
      (when (or (> (pasture-space sheep) 0) (> (pasture-space boar) 0) (> (pasture-space cattle) 0))
        (increase (outlook) (credit-of-space)))
      (when (exists (?i - improvement) (and (turns ?i sheep) (owns ?i))) (increase (outlook) (credit-of-cooking)))
      (when (exists (?i - improvement) (and (bakes ?i) (owns ?i) (not (turns ?i sheep))))
        (increase (outlook) (credit-of-oven))))))
