(define (problem ferry-1)
  (:domain ferry)
  (:objects port1 port2 - port car1 car2 - car)
  (:init
    (empty) (ferry-at port1) (at car1 port2) (at car2 port2))
  (:goal (and (at car1 port1) (at car2 port1))))
