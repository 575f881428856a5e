; Includes a file that somebody wrote for another game.
; Refused: cannot be included: only files of the same folder can
(load* "../azul/mine.clp")
(defrule any (legal (move ?move)) => (assert (choose (move ?move))))
