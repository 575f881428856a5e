+!move <- while (true) { X = 1 }.
