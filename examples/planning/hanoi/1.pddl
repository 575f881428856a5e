(define (problem hanoi-1)
  (:domain hanoi)
  (:objects disk1 disk2 disk3 left middle right)
  (:init
    (smaller disk1 left) (smaller disk1 middle) (smaller disk1 right) (smaller disk2 left)
    (smaller disk2 middle) (smaller disk2 right) (smaller disk3 left) (smaller disk3 middle)
    (smaller disk3 right) (smaller disk1 disk2) (smaller disk1 disk3) (smaller disk2 disk3) (on disk1 disk2)
    (on disk2 disk3) (on disk3 left) (clear disk1) (clear middle) (clear right))
  (:goal (and (on disk1 disk2) (on disk2 disk3) (on disk3 right))))
