+!move <- +s("xxxxxxxxxxxxxxxx"); while (s(X)) { .concat(X, X, Y); -+s(Y) }.
