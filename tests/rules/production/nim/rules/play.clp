; Take some counters of a heap: the turn passes to the other player.
(defrule take "?player: take ?size from ?letter"
  ?me <- (object (is-a PLAYER) (id ?player) (turn TRUE))
  ?other <- (object (is-a PLAYER) (turn FALSE))
  (object (is-a HANDFUL) (size ?size))
  ?heap <- (object (is-a HEAP) (letter ?letter) (counters ?counters&:(>= ?counters ?size)))
  =>
  (modify-instance ?heap (counters (- ?counters ?size)))
  (modify-instance ?me (turn FALSE))
  (modify-instance ?other (turn TRUE)))

; An empty heap is taken away.
(defrule clear-away
  (declare (salience 10))
  ?heap <- (object (is-a HEAP) (letter ?letter) (counters 0))
  =>
  (send ?heap delete))

; Nothing is left: the player who is not in turn took the last counter.
(defrule win
  (declare (salience -10))
  (not (object (is-a HEAP)))
  ?winner <- (object (is-a PLAYER) (id ?player) (turn FALSE) (score 0))
  =>
  (modify-instance ?winner (score 1))
  (assert (won ?player))
  (printout t "Player " ?player " wins." crlf))
