(define (problem ferry-4)
  (:domain ferry)
  (:objects port1 port2 port3 port4 port5 - port car1 car2 car3 car4 car5 car6 car7 car8 - car)
  (:init
    (empty) (ferry-at port1) (at car1 port4) (at car2 port5) (at car3 port1) (at car4 port1) (at car5 port5)
    (at car6 port1) (at car7 port5) (at car8 port4))
  (:goal (and (at car1 port2) (at car2 port3) (at car3 port2) (at car4 port5) (at car5 port4) (at car6 port2) (at car7 port4) (at car8 port3))))
