choose(Move) :-
    halt,
    legal(Move).
