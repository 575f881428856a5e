; Nim: take one, two or three counters from a heap; whoever takes the last counter wins.

(defclass PLAYER "Somebody at the table."
  (is-a USER)
  (slot id (type INTEGER))
  (slot turn (type SYMBOL) (allowed-values TRUE FALSE))
  (slot score (type INTEGER) (default 0)))

(defclass HEAP "Counters that lie together."
  (is-a USER)
  (slot letter (type SYMBOL))
  (slot counters (type INTEGER)))

(defclass HANDFUL "How many one may take at once."
  (is-a FIXED)
  (slot size (type INTEGER)))

(definstances handfuls
  (one of HANDFUL (size 1))
  (two of HANDFUL (size 2))
  (three of HANDFUL (size 3)))

(deffunction points (?seat)
  (send (symbol-to-instance-name (sym-cat player- ?seat)) get-score))
