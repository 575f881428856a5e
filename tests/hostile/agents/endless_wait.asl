+!move <- while (true) { .wait(1) }.
