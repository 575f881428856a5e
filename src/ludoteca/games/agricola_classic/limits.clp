; Limits and costs: the most of each thing a player can have, and the prices.

(defglobal
  ?*most-fences* = 15
  ?*most-stables* = 4
  ?*most-rooms* = 5
  ?*most-people* = 5
  ?*cells* = 15             ; of a farm

  ?*stable-wood* = 2
  ?*room-material* = 5      ; of what the house is built of
  ?*room-reed* = 2

  ?*food-of-newborn* = 1
  ?*food-of-adult* = 2)
