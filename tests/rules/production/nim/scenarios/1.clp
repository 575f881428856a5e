(definstances start
  (player-1 of PLAYER (id 1) (turn TRUE))
  (player-2 of PLAYER (id 2) (turn FALSE))
  (heap-a of HEAP (letter a) (counters 3))
  (heap-b of HEAP (letter b) (counters 2)))
