choose(Move) :-
    length(List, 100000000),
    List = [Move|_],
    legal(Move).
