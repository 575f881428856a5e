choose(Move) :-
    forall(between(1, 3000000, N), ( write(N), nl )),
    legal(Move).
