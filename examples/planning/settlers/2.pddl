(define (problem settlers-2)
  (:domain settlers)
  (:objects hill peak - place)
  (:init
    (woodland hill) (mountain peak) (road-possible hill peak) (road-possible peak hill)
    (= (stock timber peak) 0) (= (stock stone hill) 0) (= (stock stone peak) 0) (= (stock timber hill) 2)
    (= (houses hill) 0) (= (houses peak) 0) (= (labour) 0))
  (:goal (and (>= (houses peak) 2)))
  (:metric minimize (labour)))
