choose(Move) :-
    sleep(1000),
    legal(Move).
