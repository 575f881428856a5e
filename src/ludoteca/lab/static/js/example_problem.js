// The planning problem of the tutorial: the first text of “a problem of my own”.

export const EXAMPLE_PROBLEM = {
  domain: `(define (domain bakery)
  (:requirements :negative-preconditions :numeric-fluents)
  (:predicates
    (hot))                                  ; the oven
  (:functions
    (flour) (loaves)
    (price-of-wood) (price-of-yeast) (price-of-bread)
    (total-cost))

  (:action heat
    :parameters ()
    :precondition (not (hot))
    :effect (and (hot) (increase (total-cost) (price-of-wood))))

  (:action bake
    :parameters ()
    :precondition (and (hot) (>= (flour) 1))
    :effect (and
      (decrease (flour) 1) (increase (loaves) 2)
      (increase (total-cost) (price-of-yeast))))

  (:action buy
    :parameters ()
    :effect (and
      (increase (loaves) 1)
      (increase (total-cost) (price-of-bread)))))
`,
  problem: `(define (problem breakfast)
  (:domain bakery)
  (:init
    (= (flour) 3) (= (loaves) 0) (= (total-cost) 0)
    (= (price-of-wood) 6) (= (price-of-yeast) 1) (= (price-of-bread) 3))
  (:goal (>= (loaves) 5))
  (:metric minimize (total-cost)))
`,
};
