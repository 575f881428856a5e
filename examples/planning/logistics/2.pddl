(define (problem logistics-2)
  (:domain logistics)
  (:objects city1 city2 - city city1-office city1-airport city2-office city2-airport - place city1-truck city2-truck - truck plane - plane parcel1 parcel2 parcel3 - parcel)
  (:init
    (in-city city1-office city1) (in-city city1-airport city1) (in-city city2-office city2)
    (in-city city2-airport city2) (airport city1-airport) (airport city2-airport)
    (at city1-truck city1-airport) (at city2-truck city2-office) (at plane city1-airport)
    (at parcel1 city1-office) (at parcel2 city2-office) (at parcel3 city1-office))
  (:goal (and (at parcel1 city2-airport) (at parcel2 city2-airport) (at parcel3 city1-airport))))
