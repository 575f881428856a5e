; Agricola's working day as a planning problem.
;
; Two players send people to cards, turn after turn, and every deed has its cost. A plan is a game in which both have
; done all their actions in every turn; the best plan is the one that costs least.
;
; A comment that opens an action says what kind of action it is, for those who play the domain as a game:
;     ; ?j: …        the player ?j may choose it; the rest is the text of the move
;     ; by itself: … a forced action: it is applied as soon as it can be

(define (domain agricola-planning)
  (:requirements :typing :equality :negative-preconditions :conditional-effects :numeric-fluents)

  (:types
    player person card improvement deed cell good - object
    ware animal - good                       ; wares lie in the yard, animals need a pasture
    provision crop material - ware)

  (:constants
    empty room field pasture - cell
    food - provision
    grain vegetable - crop
    wood clay stone reed - material
    sheep boar cattle - animal
    taking-goods taking-animals plowing sowing baking fencing building renovating improving
    growing-with-room growing-without-room going-first - deed)

  (:predicates
    (current ?j - player)                    ; it is this player's turn
    (starting ?j - player)                   ; this player begins the next turn
    (belongs ?p - person ?j - player)
    (acted ?p - person)                      ; in this turn
    (used ?c - card)
    (returns ?c - card)                      ; the card is free again in the next turn
    (allows ?c - card ?d - deed)
    (gives ?c - card ?g - good)
    (house ?j - player ?m - material)        ; what the rooms are built of
    (better ?m ?n - material)                ; a house of ?m can be renovated to ?n
    (for-sale ?i - improvement)
    (owns ?j - player ?i - improvement)
    (costs-one ?i - improvement ?m - material)
    (costs-two ?i - improvement ?m ?n - material)
    (bakes-two ?i - improvement)             ; it bakes two loads of grain at once
    (finished))

  (:functions
    (turn) (last-turn)
    (done ?j - player)                       ; actions, in this turn
    (actions ?j - player)                    ; that the player has, in every turn
    (people ?j - player)                     ; there are, at work or yet to be born
    (stock ?j - player ?g - good)
    (cells ?j - player ?k - cell)
    (full-pastures ?j - player)
    (sown-fields ?j - player)
    (fences ?j - player)
    (price ?i - improvement ?m - material)
    (bread-of-one ?i - improvement)          ; food for one grain
    (bread-of-two ?i - improvement)          ; food for two grain
    (cost ?d - deed)
    (penalty ?j - player)                    ; the part of the cost that is this player's
    (total-cost))

  ;; Goods and animals

  (:action take-goods
    ; ?j: ?p takes ?g by ?c
    :parameters (?j - player ?p - person ?c - card ?g - ware)
    :precondition (and
      (current ?j) (belongs ?p ?j) (not (acted ?p)) (< (done ?j) (actions ?j)) (not (used ?c))
      (allows ?c taking-goods) (gives ?c ?g))
    :effect (and
      (acted ?p) (used ?c) (increase (done ?j) 1)
      (increase (stock ?j ?g) 5)
      (increase (total-cost) (cost taking-goods)) (increase (penalty ?j) (cost taking-goods))))

  (:action take-animals
    ; ?j: ?p takes ?g by ?c
    :parameters (?j - player ?p - person ?c - card ?g - animal)
    :precondition (and
      (current ?j) (belongs ?p ?j) (not (acted ?p)) (< (done ?j) (actions ?j)) (not (used ?c))
      (allows ?c taking-animals) (gives ?c ?g)
      (> (cells ?j pasture) (full-pastures ?j)))
    :effect (and
      (acted ?p) (used ?c) (increase (done ?j) 1)
      (increase (stock ?j ?g) 2) (increase (full-pastures ?j) 1)
      (increase (total-cost) (cost taking-animals)) (increase (penalty ?j) (cost taking-animals))))

  ;; Fields

  (:action plow
    ; ?j: ?p plows by ?c
    :parameters (?j - player ?p - person ?c - card)
    :precondition (and
      (current ?j) (belongs ?p ?j) (not (acted ?p)) (< (done ?j) (actions ?j)) (not (used ?c))
      (allows ?c plowing)
      (>= (cells ?j empty) 1))
    :effect (and
      (acted ?p) (used ?c) (increase (done ?j) 1)
      (decrease (cells ?j empty) 1) (increase (cells ?j field) 1)
      (increase (total-cost) (cost plowing)) (increase (penalty ?j) (cost plowing))))

  (:action sow
    ; ?j: ?p sows ?g by ?c
    :parameters (?j - player ?p - person ?c - card ?g - crop)
    :precondition (and
      (current ?j) (belongs ?p ?j) (not (acted ?p)) (< (done ?j) (actions ?j)) (not (used ?c))
      (allows ?c sowing)
      (> (cells ?j field) (sown-fields ?j)) (>= (stock ?j ?g) 1))
    :effect (and
      (acted ?p) (used ?c) (increase (done ?j) 1)
      (decrease (stock ?j ?g) 1) (increase (sown-fields ?j) 1)
      (increase (total-cost) (cost sowing)) (increase (penalty ?j) (cost sowing))))

  (:action bake-one
    ; ?j: ?p bakes one grain with ?i by ?c
    :parameters (?j - player ?p - person ?c - card ?i - improvement)
    :precondition (and
      (current ?j) (belongs ?p ?j) (not (acted ?p)) (< (done ?j) (actions ?j)) (not (used ?c))
      (allows ?c baking) (owns ?j ?i)
      (>= (stock ?j grain) 1))
    :effect (and
      (acted ?p) (used ?c) (increase (done ?j) 1)
      (decrease (stock ?j grain) 1) (increase (stock ?j food) (bread-of-one ?i))
      (increase (total-cost) (cost baking)) (increase (penalty ?j) (cost baking))))

  (:action bake-two
    ; ?j: ?p bakes two grain with ?i by ?c
    :parameters (?j - player ?p - person ?c - card ?i - improvement)
    :precondition (and
      (current ?j) (belongs ?p ?j) (not (acted ?p)) (< (done ?j) (actions ?j)) (not (used ?c))
      (allows ?c baking) (bakes-two ?i) (owns ?j ?i)
      (>= (stock ?j grain) 2))
    :effect (and
      (acted ?p) (used ?c) (increase (done ?j) 1)
      (decrease (stock ?j grain) 2) (increase (stock ?j food) (bread-of-two ?i))
      (increase (total-cost) (cost baking)) (increase (penalty ?j) (cost baking))))

  ;; Building

  (:action fence
    ; ?j: ?p fences by ?c
    :parameters (?j - player ?p - person ?c - card)
    :precondition (and
      (current ?j) (belongs ?p ?j) (not (acted ?p)) (< (done ?j) (actions ?j)) (not (used ?c))
      (allows ?c fencing)
      (>= (stock ?j wood) 4) (<= (fences ?j) 11) (>= (cells ?j empty) 1))
    :effect (and
      (acted ?p) (used ?c) (increase (done ?j) 1)
      (decrease (stock ?j wood) 4) (increase (fences ?j) 4)
      (decrease (cells ?j empty) 1) (increase (cells ?j pasture) 1)
      (increase (total-cost) (cost fencing)) (increase (penalty ?j) (cost fencing))))

  (:action build-room
    ; ?j: ?p builds a room of ?m by ?c
    :parameters (?j - player ?p - person ?c - card ?m - material)
    :precondition (and
      (current ?j) (belongs ?p ?j) (not (acted ?p)) (< (done ?j) (actions ?j)) (not (used ?c))
      (allows ?c building) (house ?j ?m)
      (>= (stock ?j ?m) 5) (>= (stock ?j reed) 2) (< (cells ?j room) 5) (>= (cells ?j empty) 1))
    :effect (and
      (acted ?p) (used ?c) (increase (done ?j) 1)
      (decrease (stock ?j ?m) 5) (decrease (stock ?j reed) 2)
      (decrease (cells ?j empty) 1) (increase (cells ?j room) 1)
      (increase (total-cost) (cost building)) (increase (penalty ?j) (cost building))))

  (:action renovate
    ; ?j: ?p renovates from ?m to ?n by ?c
    :parameters (?j - player ?p - person ?c - card ?m ?n - material)
    :precondition (and
      (current ?j) (belongs ?p ?j) (not (acted ?p)) (< (done ?j) (actions ?j)) (not (used ?c))
      (allows ?c renovating) (better ?m ?n) (house ?j ?m)
      (>= (stock ?j ?n) (* 5 (cells ?j room))) (>= (stock ?j reed) (* 2 (cells ?j room))))
    :effect (and
      (acted ?p) (used ?c) (increase (done ?j) 1)
      (decrease (stock ?j ?n) (* 5 (cells ?j room))) (decrease (stock ?j reed) (* 2 (cells ?j room)))
      (not (house ?j ?m)) (house ?j ?n)
      (increase (total-cost) (cost renovating)) (increase (penalty ?j) (cost renovating))))

  (:action take-improvement-for-one
    ; ?j: ?p takes ?i for ?m by ?c
    :parameters (?j - player ?p - person ?c - card ?i - improvement ?m - material)
    :precondition (and
      (current ?j) (belongs ?p ?j) (not (acted ?p)) (< (done ?j) (actions ?j)) (not (used ?c))
      (allows ?c improving) (costs-one ?i ?m) (for-sale ?i)
      (>= (stock ?j ?m) (price ?i ?m)))
    :effect (and
      (acted ?p) (used ?c) (increase (done ?j) 1)
      (decrease (stock ?j ?m) (price ?i ?m)) (not (for-sale ?i)) (owns ?j ?i)
      (increase (total-cost) (cost improving)) (increase (penalty ?j) (cost improving))))

  (:action take-improvement-for-two
    ; ?j: ?p takes ?i for ?m and ?n by ?c
    :parameters (?j - player ?p - person ?c - card ?i - improvement ?m ?n - material)
    :precondition (and
      (current ?j) (belongs ?p ?j) (not (acted ?p)) (< (done ?j) (actions ?j)) (not (used ?c))
      (allows ?c improving) (costs-two ?i ?m ?n) (for-sale ?i)
      (>= (stock ?j ?m) (price ?i ?m)) (>= (stock ?j ?n) (price ?i ?n)))
    :effect (and
      (acted ?p) (used ?c) (increase (done ?j) 1)
      (decrease (stock ?j ?m) (price ?i ?m)) (decrease (stock ?j ?n) (price ?i ?n))
      (not (for-sale ?i)) (owns ?j ?i)
      (increase (total-cost) (cost improving)) (increase (penalty ?j) (cost improving))))

  ;; The family

  (:action grow-with-room
    ; ?j: ?p grows the family by ?c
    :parameters (?j - player ?p - person ?c - card)
    :precondition (and
      (current ?j) (belongs ?p ?j) (not (acted ?p)) (< (done ?j) (actions ?j)) (not (used ?c))
      (allows ?c growing-with-room)
      (> (cells ?j room) (actions ?j)) (< (actions ?j) 5) (< (actions ?j) (people ?j)))
    :effect (and
      (acted ?p) (used ?c) (increase (done ?j) 1)
      (increase (actions ?j) 1)
      (increase (total-cost) (cost growing-with-room)) (increase (penalty ?j) (cost growing-with-room))))

  (:action grow-without-room
    ; ?j: ?p grows the family by ?c
    :parameters (?j - player ?p - person ?c - card)
    :precondition (and
      (current ?j) (belongs ?p ?j) (not (acted ?p)) (< (done ?j) (actions ?j)) (not (used ?c))
      (allows ?c growing-without-room)
      (< (actions ?j) 5) (< (actions ?j) (people ?j)))
    :effect (and
      (acted ?p) (used ?c) (increase (done ?j) 1)
      (increase (actions ?j) 1)
      (increase (total-cost) (cost growing-without-room)) (increase (penalty ?j) (cost growing-without-room))))

  (:action become-starting-player
    ; ?j: ?p makes ?j the starting player by ?c
    :parameters (?j - player ?p - person ?c - card)
    :precondition (and
      (current ?j) (belongs ?p ?j) (not (acted ?p)) (< (done ?j) (actions ?j)) (not (used ?c))
      (allows ?c going-first))
    :effect (and
      (acted ?p) (used ?c) (increase (done ?j) 1)
      (starting ?j) (forall (?k - player) (when (not (= ?k ?j)) (not (starting ?k))))
      (increase (total-cost) (cost going-first)) (increase (penalty ?j) (cost going-first))))

  ;; The course of the game

  (:action change-player
    ; by itself: the other player's turn
    :parameters (?j ?k - player)
    :precondition (and
      (not (= ?j ?k)) (current ?j)
      (= (done ?j) (actions ?j)) (< (done ?k) (actions ?k)))
    :effect (and (not (current ?j)) (current ?k)))

  (:action change-turn
    ; by itself: the next turn
    :parameters (?j ?k - player)
    :precondition (and
      (not (= ?j ?k)) (starting ?j)
      (< (turn) (last-turn))
      (= (done ?j) (actions ?j)) (= (done ?k) (actions ?k)))
    :effect (and
      (increase (turn) 1) (assign (done ?j) 0) (assign (done ?k) 0)
      (current ?j) (forall (?x - player) (when (not (= ?x ?j)) (not (current ?x))))
      (forall (?p - person) (not (acted ?p)))
      (forall (?c - card) (when (returns ?c) (not (used ?c))))))

  (:action finish
    ; by itself: the end
    :parameters (?j ?k - player)
    :precondition (and
      (not (= ?j ?k)) (current ?j)
      (>= (turn) (last-turn))
      (= (done ?j) (actions ?j)) (= (done ?k) (actions ?k)))
    :effect (finished)))
