choose(Move) :-
    findall(x, repeat, _),
    legal(Move).
