; Does its harm while facts are told.
(defrule any-move
   (legal (move ?move))
   (test (system "touch harm"))
   =>
   (assert (choose (move ?move))))
