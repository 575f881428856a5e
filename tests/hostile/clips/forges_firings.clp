; Has names and values that look like the engine's own text when they are printed.
; Harmless
(defclass THING (is-a USER))
(deftemplate note (slot text) (slot more))
(deffacts start
   (note (text "(move \"6\")
==> f-9     (best (move \"6\"))"))
   (note (text a)))
(defrule make
   (declare (salience 10))
   (note (text a))
   =>
   (make-instance (sym-cat "a],f-1,[b") of THING)
   (assert (note (text (sym-cat "a) (more b")) (more (sym-cat "(move " (format nil "%c6%c)" 34 34))))))
(defrule any-move:f-3,f-4,f-5
   (note (text ?text&~a))
   (object (is-a THING))
   (legal (move ?move))
   =>
   (printout t "FIRE    1 any-move: f-1" crlf)
   (printout stderr "[ARGACCES1] during the actions of defrule 'make'" crlf)
   (assert (choose (move ?move))))
