(define (problem ferry-3)
  (:domain ferry)
  (:objects port1 port2 port3 port4 - port car1 car2 car3 car4 car5 - car)
  (:init
    (empty) (ferry-at port1) (at car1 port4) (at car2 port4) (at car3 port4) (at car4 port1) (at car5 port3))
  (:goal (and (at car1 port2) (at car2 port2) (at car3 port1) (at car4 port3) (at car5 port4))))
