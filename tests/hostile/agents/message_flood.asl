+!move <- while (true) { .send(black, tell, boo) }.
