; The order of the rules. Of the rules that could fire, only those of the highest salience can; so a rule need not ask
; whether those above it have done their work.

(defglobal
  ?*set-up* = 1000            ; before everything: the farms of the scenario
  ?*last-round* = 500         ; once round 15 is reached, nothing of a round may begin
  ?*bookkeeping* = 300        ; what follows from the last firing, before anybody acts on it

  ; The working day.
  ?*recursive-action* = 200   ; an action that has begun goes on before anything else
  ?*end-of-recursion* = 190   ; it is over when none of its rules can fire
  ?*joint-action* = 150       ; the second half of a joint action: after the first, before the next person
  ?*end-of-joint* = 140       ; the second half could not be done
  ?*action* = 100             ; what a person may do
  ?*rest* = 50                ; only when there is nothing to do
  ?*turn* = 10                ; only when the last person has done everything

  ; The harvest.
  ?*feed-newborn* = 120       ; with food in hand people are fed, those first who need less
  ?*feed-adult* = 110
  ?*use-improvement* = 90     ; an improvement makes more of a good
  ?*eat-crop* = 80            ; than eating it raw
  ?*beg* = 70                 ; begging costs points: never while there is anything else
  ?*expect-young* = 100       ; all young are known before the first is settled
  ?*settle-young* = 90
  ?*lose-young* = 80          ; only when no shelter has space

  ; Phases in which the order does not matter.
  ?*phase* = 100
  ?*draw* = 90                ; the round card, after what is told of the round

  ; Counting.
  ?*bring-in* = 100           ; crops on fields count as crops
  ?*count* = 90
  ?*result* = 2

  ?*change-of-phase* = 1)     ; when all of a phase is done
