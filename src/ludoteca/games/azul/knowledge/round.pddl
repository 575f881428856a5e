; The rest of a round of Azul as a planning problem: the tiles to take now, and those to take next, that are worth most.
;
; Full lines put tiles on the wall at the end of the round. (gain) is what such a tile brings: the points it scores beside
; other tiles, and a share of the bonus for its column, its colour and its row. The plan takes tiles now in any way the
; rules allow; then it may fill further lines, each exactly, with tiles that the offer has then. The other players' turns
; are not planned: they may take those tiles, so a line that is filled next counts only half a point, whatever its gain.
; The plan is made again at every turn.
;
; What falls on the floor costs about 1 on an empty floor, and 0.3 more on each space after the first. The marker costs as
; much as it is worth to start the next round. A line that stays unfinished is worth a part of its gain.
;
; In the comment that opens an action, ?s is the source, ?c the colour, ?l the line: such an action is a move. To play by
; your own file, keep the names and change preconditions, effects and worth.

(define (domain azul-round)
  (:requirements :typing :equality :negative-preconditions :conditional-effects :numeric-fluents)

  (:types
    source colour line)

  (:constants
    centre - source)

  (:predicates
    (my-turn)
    (chosen)                                 ; the tiles of this turn are taken
    (fits ?l - line ?c - colour))            ; ?l is empty or has that colour, which its row of the wall lacks

  (:functions
    (tiles ?s - source ?c - colour)
    (room ?l - line)                         ; spaces of ?l that are empty
    (size ?l - line)
    (gain ?l - line ?c - colour)             ; what ?l brings when it is full of ?c
    (fallen)                                 ; spaces of the floor that are filled
    (markers)                                ; in the centre: 1, or 0 when it is taken
    (central ?s - source)                    ; 1 for the centre, 0 for a factory
    (next-picks)                             ; further picks that can be planned
    (worth))

  ;; Tiles now. Those of other colours go from a factory to the centre. The first to take from the centre takes the
  ;; marker too, which falls on the floor.

  (:action lay
    ; ?c from ?s begins or continues ?l
    :parameters (?s - source ?c - colour ?l - line)
    :precondition (and
      (my-turn) (fits ?l ?c)
      (> (tiles ?s ?c) 0) (< (tiles ?s ?c) (room ?l)))
    :effect (and
      (not (my-turn)) (chosen)
      (decrease (room ?l) (tiles ?s ?c))
      (forall (?d - colour) (when (not (= ?d ?c)) (not (fits ?l ?d))))
      (assign (tiles ?s ?c) 0)
      (forall (?d - colour)
        (when (and (not (= ?d ?c)) (not (= ?s centre)))
          (and (increase (tiles centre ?d) (tiles ?s ?d)) (assign (tiles ?s ?d) 0))))
      ; The marker, if it is there.
      (decrease (markers) (* (central ?s) (markers)))
      (when (< (fallen) 7) (increase (fallen) (* (central ?s) (markers))))
      ; A part of the gain for each tile; every space that stays empty may stay so for rounds.
      (increase (worth) (/ (* 0.5 (* (gain ?l ?c) (tiles ?s ?c))) (size ?l)))
      (decrease (worth) (* 0.3 (- (room ?l) (tiles ?s ?c))))))

  (:action fill
    ; ?c from ?s fills ?l
    :parameters (?s - source ?c - colour ?l - line)
    :precondition (and
      (my-turn) (fits ?l ?c)
      (> (room ?l) 0) (>= (tiles ?s ?c) (room ?l)))
    :effect (and
      (not (my-turn)) (chosen)
      (assign (room ?l) 0)
      (forall (?d - colour) (when (not (= ?d ?c)) (not (fits ?l ?d))))
      (assign (tiles ?s ?c) 0)
      (forall (?d - colour)
        (when (and (not (= ?d ?c)) (not (= ?s centre)))
          (and (increase (tiles centre ?d) (tiles ?s ?d)) (assign (tiles ?s ?d) 0))))
      ; The marker, if it is there, and the tiles without room fall.
      (decrease (markers) (* (central ?s) (markers)))
      (when (<= (+ (fallen) (+ (- (tiles ?s ?c) (room ?l)) (* (central ?s) (markers)))) 7)
        (increase (fallen) (+ (- (tiles ?s ?c) (room ?l)) (* (central ?s) (markers)))))
      (when (> (+ (fallen) (+ (- (tiles ?s ?c) (room ?l)) (* (central ?s) (markers)))) 7)
        (assign (fallen) 7))
      (decrease (worth)
        (* (- (tiles ?s ?c) (room ?l)) (+ 0.85 (+ (* 0.3 (fallen)) (* 0.15 (- (tiles ?s ?c) (room ?l)))))))
      (increase (worth) (gain ?l ?c))
      (assign (gain ?l ?c) 0)))

  (:action let-fall
    ; ?c from ?s to the floor
    :parameters (?s - source ?c - colour)
    :precondition (and (my-turn) (> (tiles ?s ?c) 0))
    :effect (and
      (not (my-turn)) (chosen)
      (assign (tiles ?s ?c) 0)
      (forall (?d - colour)
        (when (and (not (= ?d ?c)) (not (= ?s centre)))
          (and (increase (tiles centre ?d) (tiles ?s ?d)) (assign (tiles ?s ?d) 0))))
      (decrease (markers) (* (central ?s) (markers)))
      (when (<= (+ (fallen) (+ (tiles ?s ?c) (* (central ?s) (markers)))) 7)
        (increase (fallen) (+ (tiles ?s ?c) (* (central ?s) (markers)))))
      (when (> (+ (fallen) (+ (tiles ?s ?c) (* (central ?s) (markers)))) 7)
        (assign (fallen) 7))
      (decrease (worth) (* (tiles ?s ?c) (+ 0.85 (+ (* 0.3 (fallen)) (* 0.15 (tiles ?s ?c))))))))

  ;; Tiles next, if they are still there.

  (:action fill-next
    ; next, ?c from ?s fills ?l
    :parameters (?s - source ?c - colour ?l - line)
    :precondition (and
      (chosen) (fits ?l ?c) (> (next-picks) 0)
      (> (room ?l) 0) (= (tiles ?s ?c) (room ?l)))
    :effect (and
      (decrease (next-picks) 1)
      (assign (room ?l) 0)
      (forall (?d - colour) (when (not (= ?d ?c)) (not (fits ?l ?d))))
      (assign (tiles ?s ?c) 0)
      (forall (?d - colour)
        (when (and (not (= ?d ?c)) (not (= ?s centre)))
          (and (increase (tiles centre ?d) (tiles ?s ?d)) (assign (tiles ?s ?d) 0))))
      (decrease (markers) (* (central ?s) (markers)))
      (when (< (fallen) 7) (increase (fallen) (* (central ?s) (markers))))
      (increase (worth) 0.5))))
