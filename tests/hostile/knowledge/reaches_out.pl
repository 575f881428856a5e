choose(Move) :-
    engine:nb_setval(at, nothing),
    legal(Move).
