; Does its harm while it is loaded.
(defglobal ?*harm* = (system "touch harm"))
(defrule any-move
   (legal (move ?move))
   =>
   (printout t harm)
   (assert (choose (move ?move))))
